import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedPage, PageContent } from '#contract/pages';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { PAGE_WORDS } from './page-words.ts';
import { savePage } from './queries.ts';

export interface Conflict {
  readonly mine: PageContent;
  readonly theirs: EditedPage;
}

/** Saving one page with the toasts of the specification; what the form is based on is told by `onSaved`, with what was sent. */
export function usePageSave(page: EditedPage, onSaved: (saved: EditedPage, sent?: PageContent) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const user = useUser();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const words = PAGE_WORDS[page.name];

  const fail = (error: unknown, mine: PageContent) => {
    const code = failureCode(error);
    if (code === 'ADMINISTRATOR_REQUIRED') deny();
    else if (code === 'VERSION_CONFLICT' && error instanceof ApiError) {
      setConflict({ mine, theirs: (error.data as { current: EditedPage }).current });
    } else {
      const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      const said = field ?? (error instanceof ApiError && code !== 'UNREACHABLE' ? error.message : '');
      toastFailure(error, { title: m.settings_save_failed(), description: said || words.saveFailed() });
    }
  };

  /** What every change of the page ends with: readers see it, and so do the lists here. */
  const settle = (saved: EditedPage, sent?: PageContent) => {
    queryClient.removeQueries({ queryKey: ['site'] });
    queryClient.setQueryData(['admin', 'page', page.name], saved);
    void queryClient.invalidateQueries({ queryKey: ['admin', 'page-history', page.name] });
    setConflict(null);
    onSaved(saved, sent);
  };

  /** Saves on top of this version. Never rejects: what went wrong is said. */
  const save = async (content: PageContent, version: number) => {
    if (user?.role !== 'admin') return deny();
    setSaving(true);
    try {
      settle(await savePage(api, { name: page.name, version, content }), content);
      toast({ title: m.settings_saved(), description: words.saved() });
    } catch (error) {
      fail(error, content);
    } finally {
      setSaving(false);
    }
  };
  return { save, settle, fail, isSaving, conflict, setConflict };
}

function deny() {
  toast({ title: m.settings_denied(), description: m.settings_denied_text(), variant: 'destructive' });
}
