import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';

let frames: LabFrames;
beforeAll(async () => {
  frames = await openLabFrames();
}, 120_000);
afterAll(() => frames?.close());

test('a lab in JavaScript runs under the policy of the page, and an endless loop is ended', async () => {
  const files = {
    'src/double.js': 'export const double = (n) => n * 2; export const hang = () => { for (;;); };',
  };
  const call = { op: 'call', module: 'src/double', args: [21], ms: 500 } as const;
  const told = await frames.play('quickjs', [
    { type: 'ask', id: 1, question: { op: 'load', files, ms: 500 } },
    { type: 'ask', id: 2, question: { ...call, path: ['double'] } },
    { type: 'ask', id: 3, question: { ...call, path: ['hang'] } },
    { type: 'stop' },
  ]);
  expect(told).toMatchObject([
    { type: 'hello' },
    { type: 'ready' },
    { id: 1 },
    { id: 2, answer: { value: 42 } },
    { id: 3, answer: { error: { name: 'Timeout' } } },
    { type: 'stopped' },
  ]);
}, 60_000);

test('types are checked in the browser with the words of the server', async () => {
  const [, , compiled] = await frames.play('types', [
    { type: 'compile', id: 1, files: { 'a.ts': 'export const x: number = "s";' }, typecheck: 'strict' },
  ]);
  expect(compiled).toMatchObject({
    compiled: { diagnostics: [{ file: 'a.ts', line: 1, code: 2322 }] },
  });
}, 60_000);

test('code in the place of a bundle reaches no network, no storage and evaluates nothing', async () => {
  const hostile = `onmessage = async () => {
    const outcome = {};
    const attempt = async (name, run) => { try { await run(); outcome[name] = 'done'; } catch { outcome[name] = 'refused'; } };
    await attempt('fetch', () => fetch('${frames.origin}/leak-fetch'));
    await attempt('import', () => import('${frames.origin}/leak-import.js'));
    await attempt('importScripts', () => importScripts('${frames.origin}/leak-script.js'));
    await attempt('socket', () => new Promise((done, fail) => { const socket = new WebSocket('ws://${new URL(frames.origin).host}/leak-socket'); socket.onopen = done; socket.onerror = fail; }));
    await attempt('eval', () => (0, eval)('1'));
    await attempt('function', () => new Function('return 1')());
    await attempt('database', () => new Promise((done, fail) => { const request = indexedDB.open('x'); request.onsuccess = done; request.onerror = fail; }));
    await attempt('caches', () => caches.keys());
    postMessage(outcome);
  };`;
  const [, outcome] = await frames.play('quickjs', [], hostile);
  expect(outcome).toEqual({
    fetch: 'refused',
    import: 'refused',
    importScripts: 'refused',
    socket: 'refused',
    eval: 'refused',
    function: 'refused',
    database: 'refused',
    caches: 'refused',
  });
  expect(frames.asked.filter((path) => path.includes('leak'))).toEqual([]);
}, 60_000);
