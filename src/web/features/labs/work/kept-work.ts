import type { LabFiles } from '#domain/labs/lab-spec';
import { drop, keep, keptNames, nameFor, readKept } from '#web/lib/saving/kept.ts';

/** What was typed and the server does not have, with the version it was based on. */
export interface KeptWork {
  readonly files: LabFiles;
  readonly version: number;
}

/** Where the pages of a lab keep what is unsaved. Each page has a name of its own there, so no tab overwrites another. */
export function placeOf(userId: string | null, sectionId: string): string {
  return nameFor('lab-work', userId, sectionId);
}

export function keepWork(name: string, work: KeptWork): void {
  keep(name, JSON.stringify(work));
}

/** What a page kept, if it says more than the server has; what it says no more than that is dropped. */
export function readWork(name: string, saved: KeptWork): KeptWork | null {
  const kept = readKept(name) as Partial<KeptWork> | null;
  if (!kept || typeof kept.version !== 'number' || typeof kept.files !== 'object' || !kept.files) return null;
  const work = { files: kept.files, version: kept.version };
  if (!isSameFiles(work.files, saved.files)) return work;
  drop(name);
  return null;
}

/**
 * Holds the name of an open page until the returned function is called, or the page is gone. Browsers lend locks to
 * secure pages only; elsewhere every page looks closed, and what it keeps is asked about.
 */
export function holdName(name: string): () => void {
  const gone = new AbortController();
  const held = new Promise<void>((resolve) => gone.signal.addEventListener('abort', () => resolve()));
  void navigator.locks?.request(name, () => held);
  return () => gone.abort();
}

/** The names under which pages kept something here that are not open any more: closed, crashed, or reloaded. */
export async function abandonedNames(place: string, own: string): Promise<string[]> {
  const names = keptNames(place).filter((name) => name !== own);
  if (names.length === 0) return names;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const open = new Set(held.map(({ name }) => name));
  return names.filter((name) => !open.has(name));
}

export function isSameFiles(one: LabFiles, other: LabFiles): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
