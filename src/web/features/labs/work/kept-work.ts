import type { LabFiles } from '#domain/labs/lab-spec';
import { drop, keep, nameFor, readKept } from '#web/lib/saving/kept.ts';

/** What was typed and the server does not have, with the version it was based on. */
export interface KeptWork {
  readonly files: LabFiles;
  readonly version: number;
}

export function placeOf(userId: string | null, sectionId: string): string {
  return nameFor('lab-work', userId, sectionId);
}

export function keepWork(place: string, work: KeptWork): void {
  keep(place, JSON.stringify(work));
}

/** What this browser kept, if it says more than the server has; what it says no more than that is dropped. */
export function readWork(place: string, saved: KeptWork): KeptWork | null {
  const kept = readKept(place) as Partial<KeptWork> | null;
  if (!kept || typeof kept.version !== 'number' || typeof kept.files !== 'object' || !kept.files) return null;
  const work = { files: kept.files, version: kept.version };
  if (!isSameFiles(work.files, saved.files)) return work;
  drop(place);
  return null;
}

export function isSameFiles(one: LabFiles, other: LabFiles): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
