/** How far the reading of a file is. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

const reading = new Map<string, ImportProgress>();

/** Notes how far a file is read for who asks by this id, until `work` ends. */
export async function withProgress<Result>(
  id: string | undefined,
  work: (onProgress: (progress: ImportProgress) => void) => Promise<Result>,
): Promise<Result> {
  if (id === undefined) return work(() => undefined);
  reading.set(id, { done: 0, total: 0 });
  try {
    return await work((progress) => reading.set(id, progress));
  } finally {
    reading.delete(id);
  }
}

/** Null when nothing is read under this id. */
export function progressOf(id: string): ImportProgress | null {
  return reading.get(id) ?? null;
}
