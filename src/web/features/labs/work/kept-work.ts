import type { LabFiles } from '#domain/labs/lab-spec';
import { drop, keep, keptNames, nameFor, readKept } from '#web/lib/saving/kept.ts';

/** What was typed and the server does not have, with the version it was based on. */
export interface KeptWork {
  readonly files: LabFiles;
  readonly version: number;
  /** Fingerprints of what was sent and not answered. */
  readonly unanswered?: readonly string[];
}

/** Where the pages of a lab keep what is unsaved. Each page has a name of its own there, so no tab overwrites another. */
export function workName(userId: string | null, sectionId: string): string {
  return nameFor('lab-work', userId, sectionId);
}

/** Answers whether it outlives the page. */
export function keepWork(name: string, work: KeptWork): boolean {
  const { files, unanswered = [], version } = work;
  return keep(name, JSON.stringify({ files, version, unanswered }));
}

/** What a page kept, if it says more than the server has; what it says no more than that is dropped. */
export function readWork(name: string, saved: KeptWork): KeptWork | null {
  const kept = readKept(name) as Partial<KeptWork> | null;
  if (!kept || typeof kept.version !== 'number' || !isObject(kept.files)) return null;
  const unanswered = Array.isArray(kept.unanswered) ? kept.unanswered.map(String) : [];
  const work = { files: kept.files, version: kept.version, unanswered };
  if (!isSameFiles(work.files, saved.files)) return work;
  drop(name);
  return null;
}

/**
 * Waits until no other page holds a name, calls `onHeld`, and holds it until the returned function is called, or the page
 * is gone. Browsers lend locks to secure pages only; elsewhere every page looks closed, and what it keeps is asked about.
 */
export function holdName(name: string, onHeld: () => void = () => undefined): () => void {
  const gone = new AbortController();
  const held = new Promise<void>((resolve) => gone.signal.addEventListener('abort', () => resolve()));
  const take = () => {
    if (gone.signal.aborted) return;
    onHeld();
    return held;
  };
  if (navigator.locks) void navigator.locks.request(name, take);
  else void take();
  return () => gone.abort();
}

/**
 * Calls `found` with each name under which a page kept something here, once that page is not open any more: closed,
 * crashed, or reloaded. The page that is called answers for it until it is gone itself.
 */
export function findAbandoned(base: string, own: string, found: (name: string) => void): () => void {
  const names = keptNames(base).filter((name) => name !== own);
  const releases = names.map((name) => holdName(name, () => found(name)));
  return () => {
    for (const release of releases) release();
  };
}

function isObject(value: unknown): value is LabFiles {
  return typeof value === 'object' && value !== null;
}

export function isSameFiles(one: LabFiles, other: LabFiles): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
