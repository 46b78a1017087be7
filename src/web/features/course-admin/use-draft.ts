import { useEffect, useState } from 'react';
import { drop, nameFor } from '#web/lib/kept.ts';
import { useUser } from '#web/lib/session.ts';
import type { Base } from '#web/lib/use-versioned-save.ts';
import { type CourseDraft, findDraft, type KeptDraft, keepDraft } from './course-draft.ts';
import type { CourseValues } from './form-values.ts';

const KIND = 'course-draft';
const WRITE_MS = 400;

/**
 * What is typed in a course form, kept in this browser under its author and the course, so that a reload loses nothing.
 * `left` is what an earlier visit left, whatever was saved since.
 */
export function useDraft(id: string, present: Base<CourseValues>) {
  const userId = useUser()?.id ?? null;
  // A session that ends while somebody types leaves the draft theirs.
  const [owner] = useState(userId);
  const name = nameFor(KIND, owner, id);
  const [found, setFound] = useState<(KeptDraft & { for: string }) | null>(() => {
    const kept = findDraft(name, present);
    return kept && { ...kept, for: name };
  });
  // A new course has another name once it is saved.
  const left = found?.for === name ? found : null;
  return {
    left: left?.draft ?? null,
    name,
    /** It is in the form now, where `useKeepDraft` keeps it. */
    taken: () => {
      if (!left) return;
      keepDraft(name, left.draft);
      if (left.name !== name) drop(left.name);
      setFound(null);
    },
    discard: () => {
      if (left) drop(left.name);
      setFound(null);
    },
    /** The form is saved; a draft that nobody has decided about is still there. */
    saved: () => {
      drop(name);
      if (left) keepDraft(left.name, left.draft);
    },
  };
}

export function useKeepDraft(name: string, draft: CourseDraft, isDirty: boolean): void {
  const { base, values, version } = draft;
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => keepDraft(name, { version, base, values }), WRITE_MS);
    return () => clearTimeout(timer);
  }, [name, version, base, values, isDirty]);
}
