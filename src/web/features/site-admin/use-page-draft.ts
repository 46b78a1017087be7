import { useEffect, useState } from 'react';
import type { EditedPageName, PageContent } from '#contract/pages';
import { drop, keep, nameFor, readKept } from '#web/lib/kept.ts';
import { useUser } from '#web/lib/session.ts';

export interface PageDraft {
  /** The version that was being edited. */
  readonly version: number;
  readonly content: PageContent;
}

const WRITE_MS = 400;

/** Changes to this page that are not saved and not in the editor: what an earlier visit left, or what was replaced. */
export function useStoredDraft(page: EditedPageName, kind: PageContent['kind']) {
  const userId = useUser()?.id ?? null;
  // A session that ends while somebody types leaves the draft theirs.
  const [owner] = useState(userId);
  const name = nameFor('page-draft', owner, page);
  const [draft, setDraft] = useState<PageDraft | null>(() => read(name, kind));
  return {
    draft,
    name,
    offer: (next: PageDraft) => {
      keep(name, JSON.stringify(next));
      setDraft(next);
    },
    /** It is in the editor now, where `useKeepDraft` keeps it. */
    taken: () => setDraft(null),
    drop: () => {
      drop(name);
      setDraft(null);
    },
  };
}

/** Keeps what is typed in this browser, so that a reload or the end of a session loses nothing. */
export function useKeepDraft(name: string, draft: PageDraft, isDirty: boolean): void {
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => keep(name, text), WRITE_MS);
    return () => clearTimeout(timer);
  }, [name, text, isDirty]);
}

function read(name: string, kind: PageContent['kind']): PageDraft | null {
  const stored = readKept(name) as PageDraft | null;
  return typeof stored?.version === 'number' && stored.content?.kind === kind ? stored : null;
}
