import { Worker } from 'node:worker_threads';
import type { WorkerReply } from './worker.ts';

/** The renderer holds tens of megabytes; it lives only while somebody writes. */
const IDLE_MS = 10_000;
/** One text may take this long before its renderer is given up. */
const LIMIT_MS = 20_000;

interface Waiting {
  readonly resolve: (html: string[]) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Markdown texts as sanitised HTML, in the order given. Runs beside the requests, in a thread started on demand. */
export async function renderMarkdown(sources: readonly string[]): Promise<string[]> {
  if (sources.length === 0) return [];
  clearTimeout(idle);
  worker ??= startWorker();
  const running = worker;
  lastId += 1;
  const id = lastId;
  const { promise, reject, resolve } = Promise.withResolvers<string[]>();
  waiting.set(id, { resolve, reject });
  running.ref();
  running.postMessage({ id, sources });
  const timer = setTimeout(
    () => fail(running, new Error('a text took too long to render')),
    LIMIT_MS + sources.length * 1000,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    waiting.delete(id);
    if (waiting.size === 0) rest(running);
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  started.on('message', (reply: WorkerReply) => {
    const caller = waiting.get(reply.id);
    if ('html' in reply) caller?.resolve(reply.html);
    else caller?.reject(new Error(reply.error));
  });
  started.on('error', (error: Error) => fail(started, error));
  started.on('exit', () => fail(started, new Error('the renderer ended')));
  return started;
}

function rest(running: Worker): void {
  running.unref();
  idle = setTimeout(() => {
    if (waiting.size > 0) return;
    if (worker === running) worker = undefined;
    void running.terminate();
  }, IDLE_MS);
  idle.unref();
}

function fail(broken: Worker, error: Error): void {
  if (worker !== broken) return;
  worker = undefined;
  void broken.terminate();
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}
