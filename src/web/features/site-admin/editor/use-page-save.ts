import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { type EditedPage, isText, type PageContent } from '#contract/pages';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { showValues } from '#web/lib/saving/use-versioned-form.ts';
import { type Base, useVersionedSave } from '#web/lib/saving/use-versioned-save.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { savePage } from '../queries.ts';
import { atAddressOf, mergePages } from './page-text.ts';
import { pageWords } from './page-words.ts';

interface Options<Content extends PageContent> {
  /** What was loaded. */
  readonly page: EditedPage;
  readonly form: UseFormReturn<Content>;
  /** Of the kind of this page; the form holds nothing else. */
  readonly toContent: (content: PageContent) => Content;
  readonly onSaved: (saved: Base<Content>) => void;
  /** Told the id of a page after its first save, by who is still on it. */
  readonly onCreated?: ((id: string) => void) | undefined;
}

/** Saving one page with the toasts of the specification. */
export function usePageSave<Content extends PageContent>({
  form,
  onCreated,
  onSaved,
  page,
  toContent,
}: Options<Content>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const user = useUser();
  const [isSaving, setSaving] = useState(false);
  const [begin] = useState(() => toContent(page.content));
  const words = pageWords(page);
  const noteVisit = useNoteVisit();
  const stillHere = useRef(noteVisit());

  const fail = (error: unknown) => {
    if (failureCode(error) === 'ADMINISTRATOR_REQUIRED') return deny();
    showFieldErrors(error, (name, fault, options) =>
      form.setError(name.replace(/^content\./, '') as FieldPath<Content>, fault, options),
    );
    const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
    const isSaid = error instanceof ApiError && failureCode(error) !== 'UNREACHABLE';
    const said = field ?? (isSaid ? error.message : '');
    toastFailure(error, { title: m.settings_save_failed(), description: said || words.saveFailed() });
  };

  /** What every change of the page ends with: readers see it, and so do the lists here. */
  const settled = (saved: EditedPage) => {
    queryClient.removeQueries({ queryKey: ['site'] });
    queryClient.setQueryData(['admin', 'page', saved.name], saved);
    void queryClient.invalidateQueries({ queryKey: ['admin', 'page-history', saved.name] });
    void queryClient.invalidateQueries({ queryKey: ['admin', 'pages'] });
  };
  const typed = () => structuredClone(form.getValues());
  const editing = useVersionedSave<EditedPage, Content>({
    begin,
    first: page,
    merge: mergePages,
    typed,
    valuesOf: ({ content }) => toContent(content),
    show: (values, saved) => showValues(form, values, saved),
    send: (content, version): Promise<EditedPage> =>
      content.kind === 'custom' && version === 0
        ? api.pages.create({ content })
        : savePage(api, { name: editing.stored.name, version, content }),
    onSaved: (saved, isMerged, from) => {
      settled(saved);
      onSaved({ version: saved.version, values: toContent(saved.content) });
      const isFirst = from.version === 0 && saved.content.kind === 'custom';
      toast({ title: m.settings_saved(), description: isFirst ? m.pages_created() : words.saved() });
      if (isFirst && stillHere.current()) onCreated?.(saved.name);
      if (isMerged && !isMerging) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
    },
    onFailed: fail,
  });

  const { base, stored } = editing;
  // A text is merged by hand: the other version stands beside it until it is saved over.
  const isMerging = isText(page.content) && stored.version !== base.version;
  const on = isMerging ? { version: stored.version, values: toContent(stored.content) } : base;

  /** Shows that it saves. Never rejects: what went wrong is said. */
  const during = async (work: () => Promise<void>) => {
    if (user?.role !== 'admin') return deny();
    stillHere.current = noteVisit();
    setSaving(true);
    await work().catch(() => undefined);
    setSaving(false);
  };
  return {
    ...editing,
    isMerging,
    isSaving,
    save: (content: Content) => during(() => editing.save(content, typed(), on)),
    settle: (...chosen: Parameters<typeof editing.settle>) => during(() => editing.settle(...chosen)),
    /** An earlier version was brought back. */
    restored: (next: EditedPage) => {
      editing.replace(next);
      settled(next);
    },
    /** It was not: where somebody else had saved, both are shown. */
    notRestored: (error: unknown, content: PageContent) =>
      failureCode(error) === 'VERSION_CONFLICT'
        ? // What is typed is no part of it, and stays.
          void during(() => editing.save(toContent(atAddressOf(base.values, content)), base.values))
        : fail(error),
  };
}

function deny() {
  toast({ title: m.settings_denied(), description: m.settings_denied_text(), variant: 'destructive' });
}
