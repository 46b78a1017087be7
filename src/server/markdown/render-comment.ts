import { Worker } from 'node:worker_threads';
import { commentHtml, plainComment } from './comment-html.ts';

/** What costs the parser: lines and signs. Letters, digits and the signs of sentences cost next to nothing. */
const SIGNS = /[^\p{L}\p{M}\p{N} ,.?'":;!]|\d[.)]/gu;
/** A comment with more of them takes too long beside the requests, whatever they are. */
const MAX_SIGNS = 120;
const MAX_WAITING = 50;
const LIMIT_MS = 20_000;
const IDLE_MS = 10_000;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Whether a comment is rendered at once: by its lines and signs, which bound what it costs. */
export function isLight(markdown: string): boolean {
  return (markdown.match(SIGNS)?.length ?? 0) <= MAX_SIGNS;
}

/**
 * A comment as sanitised HTML. A short one is rendered at once, any other in a thread of its own, one after the other; what
 * cannot be rendered in time is shown as it was typed. Load it by load-comment-renderer.ts.
 */
export async function renderComment(markdown: string): Promise<string> {
  if (isLight(markdown)) return commentHtml(markdown);
  if (waiting >= MAX_WAITING) return plainComment(markdown);
  waiting += 1;
  const rendered = last.then(() => renderBeside(markdown));
  last = rendered;
  try {
    return await rendered;
  } finally {
    waiting -= 1;
  }
}

async function renderBeside(markdown: string): Promise<string> {
  clearTimeout(idle);
  worker ??= startWorker();
  const running = worker;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const fail = () => resolve(null);
  const late = setTimeout(fail, LIMIT_MS);
  running.on('message', resolve).on('exit', fail);
  running.ref();
  running.postMessage(markdown);
  const html = await promise;
  clearTimeout(late);
  running.off('message', resolve).off('exit', fail);
  if (html === null) stop(running);
  else rest(running);
  return html ?? plainComment(markdown);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./comment-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  // Whatever went wrong there, its exit reports it.
  started.on('error', () => undefined);
  return started;
}

function rest(running: Worker): void {
  running.unref();
  idle = setTimeout(() => stop(running), IDLE_MS);
  idle.unref();
}

function stop(running: Worker): void {
  if (worker === running) worker = undefined;
  void running.terminate();
}
