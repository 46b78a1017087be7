import { Worker } from 'node:worker_threads';
import type { ImportFormat } from '#contract/questions/import-form';
import { language } from '#domain/language';
import { Failure } from '#server/failure';
import { m } from '../../../../messages/messages.js';
import type { ReadFile } from './read-questions.ts';
import type { ImportProgress } from './with-progress.ts';

/** A file that is read, and a few that wait. */
const MAX_WAITING = 3;
const AT_MOST_MS = 120_000;
const MAX_MEGABYTES = 640;

export interface ImportTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: ImportFormat;
}
/** What the thread is sent: it has no settings of the school. */
export interface ThreadTask extends ImportTask {
  readonly language: string;
}
export type ImportReply = ImportProgress | { readonly file: ReadFile } | { readonly refused: string };
export interface Watching {
  /** Ends the reading, also of a file that waits. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

const IDLE_MS = 20_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The questions of a file, read in a thread of its own, one file at a time. Fails with RATE_LIMITED when too many others
 * wait, and, with the reason, with BAD_INPUT for a file that is not taken in at all, or that nobody waits for any more.
 */
export async function readInThread(task: ImportTask, watching: Watching = {}): Promise<ReadFile> {
  if (waiting >= MAX_WAITING) throw new Failure('RATE_LIMITED', { data: { retryAfter: 10 } });
  waiting += 1;
  const reading = last.then(() => read(task, watching));
  last = reading.catch(() => undefined);
  try {
    return await reading;
  } finally {
    waiting -= 1;
  }
}

async function read({ bytes, format }: ImportTask, { onProgress, signal }: Watching): Promise<ReadFile> {
  if (signal?.aborted) throw canceled();
  clearTimeout(idle);
  thread ??= startThread();
  const running = thread;
  running.ref();
  const { promise, reject, resolve } = Promise.withResolvers<ReadFile>();
  const onMessage = (reply: ImportReply) => {
    if ('done' in reply) {
      onProgress?.(reply);
      return;
    }
    if ('file' in reply) resolve(reply.file);
    else reject(refused(reply.refused));
    rest(running);
  };
  const giveUp = (error: unknown) => {
    if (thread === running) thread = undefined;
    reject(error);
    void running.terminate();
  };
  const onError = (error: Error & { code?: string }) => {
    const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    giveUp(isTooMuch ? refused(m.imports_reading_the_file_takes_too_much_memory()) : error);
  };
  const onExit = (code: number) => giveUp(new Error(`reading a question file exited with ${code}`));
  const onAbort = () => giveUp(canceled());
  const late = setTimeout(
    () => giveUp(refused(m.imports_reading_the_file_takes_too_long_split())),
    AT_MOST_MS,
  );
  running.on('message', onMessage).once('error', onError).once('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  running.postMessage({ bytes, format, language: language() } satisfies ThreadTask, [bytes.buffer]);
  return promise.finally(() => {
    clearTimeout(late);
    running.off('message', onMessage).off('error', onError).off('exit', onExit);
    signal?.removeEventListener('abort', onAbort);
  });
}

function startThread(): Worker {
  return new Worker(new URL('./import-thread.ts', import.meta.url), {
    // It needs no setting and no secret.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
}

/** The thread stays for the import that follows a preview, and then gives its memory back. */
function rest(running: Worker): void {
  running.unref();
  idle = setTimeout(() => {
    if (thread !== running) return;
    thread = undefined;
    void running.terminate();
  }, IDLE_MS).unref();
}

function refused(words: string): Failure {
  return new Failure('BAD_INPUT', { fields: { file: words } });
}

function canceled(): Failure {
  return refused(m.imports_reading_the_file_was_canceled());
}
