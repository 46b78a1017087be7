import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#domain/labs/question';
import { probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess } from '#server/platform/judge/player-process';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';
import { asking, GOT, load, REACHES } from './hostile-pages.ts';

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
  const reported = await frames.play('quickjs', [
    { type: 'ask', id: 1, question: { op: 'load', files, ms: 500 } },
    { type: 'ask', id: 2, question: { ...call, path: ['double'] } },
    { type: 'ask', id: 3, question: { ...call, path: ['hang'] } },
    { type: 'stop' },
  ]);
  expect(reported).toMatchObject([
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

test('a document in the worker reaches no network, and answers what the server answers', async () => {
  const questions = Object.values(REACHES).flatMap((script) => [load(GOT + script), asking([], 2000)]);
  const reported = await frames.play(
    'dom',
    questions.map((question, id) => ({ type: 'ask', id, question }) as const),
  );
  const there = reported.slice(2).map((one) => ('answer' in one ? one.answer : one));
  const player = await PlayerProcess.start('dom', { isolation: probeIsolation([]) });
  const here: Answer[] = [];
  for (const question of questions) here.push((await player?.ask(question, 4000)) as Answer);
  player?.kill('Died');
  expect(here).toMatchObject(there);
  expect(frames.asked.filter((path) => !/^\/(?:$|host|lab-)/.test(path))).toEqual([]);
}, 60_000);

/** What the page of a learner, shown in its frame, tries to do to the page around it. */
const AROUND = `const outcome = {};
const attempt = async (name, run) => { try { outcome[name] = (await run()) ? 'done' : 'nothing'; } catch { outcome[name] = 'refused'; } };
const loads = (element, name) => new Promise((done, fail) => { element.onload = () => done(true); element.onerror = fail; element[name] = ORIGIN + '/leak-' + element.localName; document.body.append(element); });
await attempt('cookie', () => document.cookie);
await attempt('storage', () => localStorage.setItem('x', 'x') ?? true);
await attempt('session', () => sessionStorage.length + 1);
await attempt('database', () => new Promise((done, fail) => { const request = indexedDB.open('x'); request.onsuccess = done; request.onerror = fail; }));
await attempt('caches', () => caches.keys());
await attempt('parent', () => parent.document.title);
await attempt('name', () => { parent.name = 'mine'; return true; });
await attempt('top', () => { top.location = ORIGIN + '/leak-top'; return true; });
await attempt('popup', () => open(ORIGIN + '/leak-popup'));
await attempt('fetch', () => fetch(ORIGIN + '/leak-fetch'));
await attempt('beacon', () => navigator.sendBeacon(ORIGIN + '/leak-beacon', 'x') && false);
await attempt('socket', () => new Promise((done, fail) => { const socket = new WebSocket(ORIGIN.replace('http', 'ws') + '/leak-socket'); socket.onopen = done; socket.onerror = fail; }));
await attempt('import', () => import(ORIGIN + '/leak-import.js'));
await attempt('worker', () => new Promise((done, fail) => { const worker = new Worker('data:text/javascript,postMessage(1)'); worker.onmessage = done; worker.onerror = fail; }));
await attempt('eval', () => (0, eval)('1'));
for (const [tag, name] of [['img', 'src'], ['script', 'src'], ['video', 'src']]) await attempt(tag, () => loads(document.createElement(tag), name));
const add = (html) => document.body.insertAdjacentHTML('beforeend', html);
add('<link rel="stylesheet" href="' + ORIGIN + '/leak-css"><link rel="prefetch" href="' + ORIGIN + '/leak-prefetch"><iframe src="' + ORIGIN + '/leak-frame"></iframe><form target="_top" action="' + ORIGIN + '/leak-form"></form><a target="_top" href="' + ORIGIN + '/leak-link"></a><style>body { background: url(' + ORIGIN + '/leak-background) }</style>');
document.querySelector('form').submit();
document.querySelector('a').click();
parent.postMessage(outcome, '*');
setTimeout(() => { location = ORIGIN + '/leak-self?' + document.title; }, 100);`;

/** Opens a page as the product does; answers what it posts. */
const SHOW = `(html, sandbox) => new Promise((done) => {
  addEventListener('message', (event) => done({ from: event.origin, outcome: event.data }), { once: true });
  const frame = document.createElement('iframe');
  if (sandbox) frame.sandbox = sandbox;
  frame.src = '/lab-page';
  frame.onload = () => { frame.onload = null; frame.contentWindow.postMessage(html, '*'); };
  document.body.append(frame);
})`;

test.each([
  ['in its frame', 'allow-scripts allow-forms'],
  ['without the sandbox of its frame', ''],
])(
  'a page %s reaches neither what is around it nor the network',
  async (_, sandbox) => {
    const { asked, origin, page } = frames;
    const script = AROUND.replaceAll('ORIGIN', JSON.stringify(origin));
    const html = `<!doctype html><title>secret</title><body><script type="module">${script}</script>`;
    const reported = await page.evaluate(`(${SHOW})(${JSON.stringify(html)}, ${JSON.stringify(sandbox)})`);
    expect(reported).toMatchObject({ from: 'null', outcome: { cookie: 'refused', top: 'refused' } });
    const { outcome } = reported as { outcome: Record<string, string> };
    const done = Object.entries(outcome).filter(([, end]) => end === 'done');
    expect(done).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked.filter((path) => path.includes('leak'))).toEqual([]);
    expect(page.url()).toBe(`${origin}/`);
    expect(page.context().pages()).toHaveLength(1);
  },
  60_000,
);
