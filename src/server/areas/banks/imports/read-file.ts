import type { ImportFormat } from '#contract/questions/import-form';
import { readInThread } from './read-in-thread.ts';
import type { ReadFile } from './read-questions.ts';
import { withProgress } from './with-progress.ts';

/** A file of questions that somebody sent to a bank. */
export interface SentFile {
  /** Of the bank. */
  readonly id: string;
  readonly format: ImportFormat;
  readonly file: File;
  /** By which its sender asks how far it is read. */
  readonly reading?: string | undefined;
  /** Aborted when its sender has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** What a file holds. Fails with RATE_LIMITED and, with the reason, BAD_INPUT. */
export function readFile({ file, format, reading, signal }: SentFile): Promise<ReadFile> {
  return withProgress(reading, async (onProgress) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return readInThread({ bytes, format }, { signal, onProgress });
  });
}
