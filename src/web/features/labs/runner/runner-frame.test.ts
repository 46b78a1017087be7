import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromRunner, ToRunner } from '#labs/protocol';
import { RunnerFrame } from './runner-frame.ts';

/** The other end of the port: `/lab-runner` as a test wants it. */
let hear: (message: ToRunner, reply: (message: FromRunner) => void) => void;
let heard: ToRunner[];
let ports: MessagePort[];
let greets: boolean;
let removed: number;

beforeEach(() => {
  heard = [];
  ports = [];
  greets = true;
  removed = 0;
  const frame = {
    setAttribute: () => undefined,
    remove: () => {
      removed += 1;
    },
    onload: () => undefined,
    contentWindow: {
      postMessage: (_: string, __: string, [port]: MessagePort[]) => {
        if (!port) return;
        ports.push(port);
        port.onmessage = ({ data }: MessageEvent<ToRunner>) => {
          heard.push(data);
          hear(data, (message) => port.postMessage(message));
        };
        if (greets) port.postMessage({ type: 'hello' });
      },
    },
  };
  vi.stubGlobal('document', {
    createElement: () => frame,
    body: { append: () => queueMicrotask(() => frame.onload()) },
  });
});
afterEach(() => {
  for (const port of ports) port.close();
  vi.unstubAllGlobals();
});

const open = () => RunnerFrame.open({ script: 'x', assets: {}, keep: () => undefined });
const load = { op: 'load', files: {}, ms: 5 } as const;
const starts = () => heard.filter(({ type }) => type === 'start').length;

test('each player has a worker of its own, and the next one is started before it is asked for', async () => {
  hear = (message, reply) => {
    if (message.type === 'start') reply({ type: 'ready' });
    if (message.type === 'ask') reply({ type: 'answer', id: message.id, answer: { value: starts() } });
  };
  const frame = await open();
  const first = await frame.openPlayer();
  expect(await first.ask(load)).toEqual({ value: 1 });
  await first.close();
  expect(await first.ask(load)).toMatchObject({ error: { name: 'Died' } });
  expect(await (await frame.openPlayer()).ask(load)).toEqual({ value: 2 });
  frame.close();
});

test('a worker that never answers is a timeout, and one that is stopped has died', async () => {
  hear = (message, reply) => message.type === 'start' && reply({ type: 'ready' });
  const frame = await open();
  const player = await frame.openPlayer();
  expect(await player.ask(load)).toMatchObject({ error: { name: 'Timeout' } });
  const asked = player.ask({ ...load, ms: 60_000 });
  frame.warm();
  expect(await asked).toMatchObject({ error: { name: 'Died' } });
  frame.close();
});

test('what breaks while it works is replaced by a new worker', async () => {
  hear = (message, reply) => {
    if (message.type === 'start') reply({ type: 'ready' });
    if (message.type === 'compile' && starts() === 1) reply({ type: 'broken', message: 'out of memory' });
    else if (message.type === 'compile')
      reply({ type: 'compiled', id: message.id, compiled: { files: {}, diagnostics: [] } });
  };
  const frame = await open();
  await expect(frame.compile({}, 'strict')).rejects.toThrow('stopped');
  expect(await frame.compile({}, 'strict')).toEqual({ files: {}, diagnostics: [] });
  expect(starts()).toBe(2);
  frame.close();
});

test('a worker that cannot start is told as such, and tried again with the next run', async () => {
  hear = (message, reply) => {
    if (message.type !== 'start') return;
    reply(starts() === 1 ? { type: 'broken', message: 'no WebAssembly' } : { type: 'ready' });
  };
  const frame = await open();
  await expect(frame.openPlayer()).rejects.toThrow("couldn't be started");
  await expect(frame.openPlayer()).resolves.toBeDefined();
  frame.close();
});

test('what a program prints is heard while it runs, by whoever asked for it', async () => {
  hear = (message, reply) => {
    if (message.type === 'start') reply({ type: 'ready' });
    if (message.type !== 'ask') return;
    const { id, question } = message;
    if (question.op === 'run' && question.live) reply({ type: 'printed', id, text: 'one\n' });
    reply({ type: 'answer', id, answer: { value: null, out: 'one\n' } });
    reply({ type: 'printed', id, text: 'too late' });
  };
  const frame = await open();
  const player = await frame.openPlayer();
  const run = { op: 'run', file: 'main.py', stdin: '', argv: [], ms: 1000 } as const;
  const heardText: string[] = [];
  expect(await player.ask(run, (text) => heardText.push(text))).toMatchObject({ out: 'one\n' });
  await player.ask(run);
  await player.ask(load, (text) => heardText.push(text));
  expect(heardText).toEqual(['one\n']);
  frame.close();
});

test('a frame that never greets, as an error page in its place, is removed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  greets = false;
  const opened = expect(open()).rejects.toThrow("couldn't be loaded");
  await vi.advanceTimersByTimeAsync(10_000);
  await opened;
  vi.useRealTimers();
  expect(removed).toBe(1);
  expect(heard).toEqual([]);
});
