import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { preparedHtml } from './prepared-html.ts';
import type { RenderReply } from './renderer-process.ts';

/** The renderer holds more than a hundred megabytes; it lives only while somebody writes. */
const IDLE_MS = 10_000;
/** A request may take this long, and a second more for each of its texts, before the renderer is given up. */
const LIMIT_MS = 20_000;

interface Waiting {
  readonly resolve: (html: string[]) => void;
  readonly reject: (error: Error) => void;
}

let renderer: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Markdown texts as sanitised HTML, in the order given. Made beside the requests, by a process started on demand. */
export async function renderMarkdown(sources: readonly string[]): Promise<string[]> {
  const known = await preparedHtml(sources);
  const missing = sources.filter((_, index) => known[index] === undefined);
  const made = missing.length === 0 ? [] : await render(missing);
  let next = 0;
  return known.map((html) => {
    if (html !== undefined) return html;
    next += 1;
    return made[next - 1] ?? '';
  });
}

/** Ends the renderer at once; for an orderly stop of the process. */
export function stopRenderer(): void {
  if (renderer) fail(renderer, new Error('the server is stopping'));
}

async function render(sources: readonly string[]): Promise<string[]> {
  clearTimeout(idle);
  renderer ??= startRenderer();
  const running = renderer;
  lastId += 1;
  const id = lastId;
  const { promise, reject, resolve } = Promise.withResolvers<string[]>();
  waiting.set(id, { resolve, reject });
  const limit = LIMIT_MS + sources.length * 1000;
  const timer = setTimeout(() => fail(running, new Error('rendering a text took too long')), limit);
  running.ref();
  running.channel?.ref();
  running.send({ id, sources });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    waiting.delete(id);
    if (waiting.size === 0) rest(running);
  }
}

function startRenderer(): ChildProcess {
  const script = fileURLToPath(new URL('./renderer-process.ts', import.meta.url));
  const started = fork(script, {
    env: {},
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.on('message', (reply: RenderReply) => {
    const caller = waiting.get(reply.id);
    if ('html' in reply) caller?.resolve(reply.html);
    else caller?.reject(new Error(reply.error));
  });
  started.on('error', (error) => fail(started, error));
  started.on('exit', () => fail(started, new Error('the renderer stopped')));
  return started;
}

function rest(running: ChildProcess): void {
  running.unref();
  running.channel?.unref();
  idle = setTimeout(() => {
    if (waiting.size > 0 || renderer !== running) return;
    renderer = undefined;
    running.kill();
  }, IDLE_MS);
  idle.unref();
}

function fail(broken: ChildProcess, error: Error): void {
  if (renderer !== broken) return;
  renderer = undefined;
  broken.kill('SIGKILL');
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}
