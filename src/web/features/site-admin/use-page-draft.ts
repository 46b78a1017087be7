import { useEffect, useState } from 'react';
import type { EditedPageName, PageContent } from '#contract/pages';

export interface PageDraft {
  /** The version that was being edited. */
  readonly version: number;
  readonly content: PageContent;
}

const keyOf = (name: EditedPageName) => `lectern.page-draft.${name}`;
const WRITE_MS = 400;

/** Changes to this page that are not saved and not in the editor: what an earlier visit left, or what was replaced. */
export function useStoredDraft(name: EditedPageName, kind: PageContent['kind']) {
  const [draft, setDraft] = useState<PageDraft | null>(() => read(name, kind));
  return {
    draft,
    offer: (next: PageDraft) => {
      localStorage.setItem(keyOf(name), JSON.stringify(next));
      setDraft(next);
    },
    /** It is in the editor now, where `useKeepDraft` keeps it. */
    taken: () => setDraft(null),
    drop: () => {
      localStorage.removeItem(keyOf(name));
      setDraft(null);
    },
  };
}

/** Keeps what is typed in this browser, so that a reload or the end of a session loses nothing. */
export function useKeepDraft(name: EditedPageName, draft: PageDraft, isDirty: boolean): void {
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => localStorage.setItem(keyOf(name), text), WRITE_MS);
    return () => clearTimeout(timer);
  }, [name, text, isDirty]);
}

function read(name: EditedPageName, kind: PageContent['kind']): PageDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as PageDraft | null;
    return typeof stored?.version === 'number' && stored.content.kind === kind ? stored : null;
  } catch {
    return null;
  }
}
