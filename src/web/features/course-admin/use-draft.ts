import { useEffect, useState } from 'react';
import type { CourseValues } from './form-values.ts';

const keyOf = (id: string, version: number) => `lectern.course-draft.${id}.${version}`;
const WRITE_MS = 400;

/** A draft that an earlier visit left in this browser, for exactly this version of the course. */
export function useStoredDraft(id: string, version: number) {
  const [draft, setDraft] = useState<CourseValues | null>(() => read(keyOf(id, version)));
  return { draft, forget: () => setDraft(null) };
}

/** Keeps what is typed in this browser, so that a reload loses nothing. */
export function useKeepDraft(id: string, version: number, values: CourseValues, isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(
      () => localStorage.setItem(keyOf(id, version), JSON.stringify(values)),
      WRITE_MS,
    );
    return () => clearTimeout(timer);
  }, [id, version, values, isDirty]);
}

export function dropDraft(id: string, version: number): void {
  localStorage.removeItem(keyOf(id, version));
}

function read(key: string): CourseValues | null {
  try {
    const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(key);
    return text ? (JSON.parse(text) as CourseValues) : null;
  } catch {
    return null;
  }
}
