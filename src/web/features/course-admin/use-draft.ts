import { useEffect, useRef, useState } from 'react';
import { drop, keep, nameFor, readKept } from '#web/lib/kept.ts';
import { useUser } from '#web/lib/session.ts';
import type { CourseValues } from './form-values.ts';

const KIND = 'course-draft';
const WRITE_MS = 400;

/**
 * What is typed in a course form, kept in this browser under its author and exactly this version of the course, so that a
 * reload loses nothing. `left` is what an earlier visit left.
 */
export function useDraft(id: string, version: number) {
  const userId = useUser()?.id ?? null;
  // A session that ends while somebody types leaves the draft theirs.
  const [owner] = useState(userId);
  const name = nameFor(KIND, owner, `${id}.${version}`);
  // What was kept for a version that is not edited any more is saved, or is kept for the next one.
  const before = useRef(name);
  useEffect(() => {
    if (before.current !== name) drop(before.current);
    before.current = name;
  }, [name]);
  const [left, setLeft] = useState<CourseValues | null>(() => readKept(name) as CourseValues | null);
  return {
    left,
    name,
    taken: () => setLeft(null),
    drop: () => {
      drop(name);
      setLeft(null);
    },
  };
}

export function useKeepDraft(name: string, values: CourseValues, isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => keep(name, JSON.stringify(values)), WRITE_MS);
    return () => clearTimeout(timer);
  }, [name, values, isDirty]);
}
