/**
 * The process that holds a learner's code: one run, then it is killed. Questions come on descriptor 0, answers go out
 * on descriptor 3, one line of JSON each. It is told no expected value.
 */
import { read, writeSync } from 'node:fs';
import { type Asked, loadEngine } from './engines.ts';
import { stripRealm } from './realm.ts';

const [, , name = '', packages = ''] = process.argv;
const { exit, cpuUsage } = process;
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const start = await loadEngine(name, packages);
const usage = cpuUsage.bind(process);
const end = exit.bind(process);
stripRealm();
globalThis.console = Object.fromEntries(
  ['log', 'info', 'warn', 'error', 'debug'].map((word) => [word, () => {}]),
) as unknown as Console;

function say(message: object): void {
  const { user, system } = usage();
  const bytes = encoder.encode(`${stringify({ ...message, cpuMs: Math.round((user + system) / 1000) })}\n`);
  let sent = 0;
  while (sent < bytes.length) {
    try {
      sent += writeSync(3, bytes, sent);
    } catch (error) {
      // The reader is slower than we are; anything else ends us.
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
  }
}

function readChunk(chunk: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    read(0, chunk, 0, chunk.length, null, (error, count) => (error ? reject(error) : resolve(count)));
  });
}

async function* readLines(): AsyncGenerator<string> {
  const chunk = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const count = await readChunk(chunk);
    if (count === 0) return;
    text += decoder.decode(chunk.subarray(0, count), { stream: true });
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
      yield text.slice(0, at);
      text = text.slice(at + 1);
    }
  }
}

try {
  const engine = await start();
  say({ ready: true });
  for await (const line of readLines()) say(await engine(parse(line) as Asked));
  end(0);
} catch (error) {
  say({ broken: String(error).slice(0, 500) });
  end(3);
}
