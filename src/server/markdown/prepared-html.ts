import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

let file: string | undefined;
let read: Promise<Record<string, string>> | undefined;

/**
 * While `work` runs, texts are looked up in this file first: the build has put the HTML of the sample courses there, so
 * that their first import renders nothing.
 */
export async function withPreparedHtml<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  file = path;
  try {
    return await work();
  } finally {
    file = undefined;
    read = undefined;
  }
}

/** The same for equal texts. */
export function fingerprint(source: string): string {
  return createHash('sha256').update(source).digest('base64url');
}

/** For each text its HTML if the build has prepared it. */
export async function preparedHtml(sources: readonly string[]): Promise<(string | undefined)[]> {
  if (file === undefined) return sources.map(() => undefined);
  read ??= readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => ({}),
  );
  const prepared = await read;
  return sources.map((source) => prepared[fingerprint(source)]);
}
