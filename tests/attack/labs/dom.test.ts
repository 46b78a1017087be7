import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DomStep } from '#domain/labs/lab-spec';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import { probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess, type ProcessOptions } from '#server/platform/judge/player-process';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';

const PWNED = '/tmp/lectern-lab-dom';
/** What a page tries; whatever it gets hold of, it writes into the page. */
const REACHES: Readonly<Record<string, string>> = {
  'leaves by a constructor': `got(document.constructor.constructor('return process')().env, window.constructor.constructor('return process')().pid)`,
  'leaves by a function of the library': `got(document.querySelector.constructor('return this.process ?? globalThis.process')(), addEventListener.constructor('return require')()('fs'))`,
  'leaves by the window': `for (let view = window; view; view = view.parent ?? view.top ?? view.opener) { got(view.process, view.require, view.module); if (view === view.parent) break; }`,
  'leaves by a prototype': `for (let o = document; o; o = Object.getPrototypeOf(o)) for (const key of Reflect.ownKeys(o)) { const d = Object.getOwnPropertyDescriptor(o, key); for (const f of [d.get, d.set, d.value]) if (typeof f === 'function') got(f.constructor('return typeof process === "undefined" ? undefined : process')()); }`,
  'imports what the server has': `for (const name of ['node:fs', 'fs', 'node:process', 'file:///etc/passwd', '/etc/passwd', 'linkedom']) got(await import(name).then((it) => Object.keys(it), () => undefined));`,
  'opens a connection': `got(globalThis.fetch, globalThis.XMLHttpRequest, globalThis.WebSocket, globalThis.EventSource, globalThis.navigator?.sendBeacon); document.body.innerHTML = '<img src="file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe><link rel="stylesheet" href="file:///etc/passwd"><script src="file:///etc/passwd"></script>'; got(document.querySelector('iframe').contentWindow, document.querySelector('iframe').contentDocument);`,
  'loads a file as a script': `const script = document.createElement('script'); script.src = 'file:///etc/passwd'; script.textContent = 'document.body.append(process.env)'; document.body.append(script); got(script.textContent.match(/^root/));`,
  'starts a worker': `got(globalThis.Worker, globalThis.SharedWorker, globalThis.WebAssembly, globalThis.SharedArrayBuffer && undefined);`,
  draws: `const context = document.createElement('canvas').getContext?.('2d'); got(context?.constructor.constructor('return process')());`,
  'makes a server': `got((await import('http')).createServer.constructor('return process')());`,
  'writes a file': `(0, eval)('import("node:fs").then((fs) => fs.writeFileSync("${PWNED}", "x"))').catch(() => undefined);`,
  'spoils what reads the page': `Document.prototype.querySelectorAll = function () { return [this.constructor.constructor('return process')()]; }; Array.prototype.map = () => [process.env];`,
  'parses a document of its own': `const other = new DOMParser().parseFromString('<script>process.exit()</script><p onclick="process.exit()">x', 'text/html'); got(other.defaultView?.process); other.querySelector('p').click();`,
};
const COSTS: Readonly<Record<string, string>> = {
  'loops without end': 'for (;;);',
  'loops in a listener': `document.querySelector('button').addEventListener('click', () => { for (;;); });`,
  'loops in a timer': `setTimeout(() => { for (;;); }, 10);`,
  'starts timers without end': `const again = () => setTimeout(again, 0); again();`,
  'ticks without end': `for (let i = 0; i < 1000; i++) setInterval(() => document.body.append('x'), 1);`,
  'loops in promises': `const again = () => Promise.resolve().then(again); again();`,
  'loops in animation': `const again = () => { document.body.append('x'); requestAnimationFrame(again); }; again();`,
  'sends itself events': `document.body.addEventListener('x', () => document.body.dispatchEvent(new Event('x'))); document.body.dispatchEvent(new Event('x'));`,
  'clicks itself': `document.querySelector('button').addEventListener('click', (event) => event.target.click());`,
  'watches itself': `new window.MutationObserver(() => document.body.append('x')).observe(document.body, { childList: true }); document.body.append('x');`,
  'sends a form for ever': `document.body.innerHTML += '<form><button>x</button></form>'; document.querySelector('form').addEventListener('submit', (event) => event.target.requestSubmit()); document.querySelector('form').requestSubmit();`,
  'is a million elements': `document.body.innerHTML = '<p>x</p>'.repeat(1e6);`,
  'is a hundred thousand levels deep': `document.body.innerHTML = '<div>'.repeat(1e5) + 'x';`,
  'nests elements one by one': `let at = document.body; for (;;) { const next = document.createElement('div'); at.append(next); at = next; if (!(at.id = 'x')) break; }`,
  'doubles itself': `for (;;) document.body.innerHTML += document.body.innerHTML;`,
  'doubles a text': `let text = 'xxxxxxxx'; for (;;) document.body.textContent = text += text;`,
  'has attributes without end': `for (let i = 0; ; i++) document.body.setAttribute('a' + i, 'x'.repeat(1000));`,
  'adds listeners without end': `for (;;) document.body.addEventListener('x', () => {});`,
  'asks by a costly selector': `document.body.innerHTML = '<div>'.repeat(300) + '<i>x'; document.querySelectorAll('*:has(*:has(*:has(*)))'); document.querySelector(':not('.repeat(5000) + 'x' + ')'.repeat(5000));`,
  'matches for ever': `/^(a+)+$/.test('a'.repeat(40) + '!');`,
  'answers a long text': `document.body.innerHTML = ('<p>' + 'x'.repeat(60000) + '</p>').repeat(200);`,
  'calls itself': `const again = () => again(); again();`,
  'prints without end': `for (;;) console.log('x'.repeat(1000));`,
};

const GOT = `const got = (...all) => { for (const one of all) if (one !== undefined && one !== null) document.body.setAttribute('data-got', String(one)); };\n`;
const HTML = '<p>page</p><button>x</button><script type="module" src="app.js"></script>';
const load = (script: string): TimedQuestion => ({
  op: 'load',
  files: { 'index.html': HTML, 'app.js': script },
  ms: 1000,
});
const asking = (steps: readonly DomStep[], ms: number): TimedQuestion => ({
  op: 'dom',
  page: 'index.html',
  steps,
  select: 'body',
  read: 'attribute:data-got',
  ms,
});
async function begin(options: Partial<ProcessOptions> = {}): Promise<PlayerProcess> {
  const player = await PlayerProcess.start('dom', { isolation: probeIsolation([]), ...options });
  if (!player) throw new Error('The player did not start');
  return player;
}
const STEPS: readonly DomStep[] = [{ click: 'button' }, { wait: 60_000 }];

describe.each([
  ['shut in', false],
  ['without the permissions of Node.js', true],
])('a player of pages, %s', (_, withoutPermissions) => {
  test('reaches nothing of the machine', async () => {
    const player = await begin({ withoutPermissions });
    for (const [name, script] of Object.entries(REACHES)) {
      await player.ask(load(GOT + script), 2000);
      const { error, value } = (await player.ask(asking([], 2000), 3000)) as Answer;
      // What is not there is an error of the page, or nothing.
      expect([name, error === undefined ? value : null]).toEqual([name, null]);
      expect([name, error?.name]).not.toEqual([name, expect.stringMatching(/Died|Timeout|Garbled/)]);
    }
    expect(existsSync(PWNED)).toBe(false);
    expect(player.isAlive).toBe(true);
    player.kill('Died');
  }, 60_000);
});

test('whatever it costs, a player of pages is ended within its limits, and the next page is as new', async () => {
  let player = await begin();
  const ends: Record<string, string> = {};
  for (const [name, script] of Object.entries(COSTS)) {
    if (!player.isAlive) player = await begin();
    await player.ask(load(script), 2000);
    const began = Date.now();
    const answer = (await player.ask(asking(STEPS, 300), 1300)) as Answer;
    expect([name, Date.now() - began < 1800]).toEqual([name, true]);
    expect([name, JSON.stringify(answer).length < 300_000]).toEqual([name, true]);
    expect([name, player.peakMb < 300]).toEqual([name, true]);
    ends[name] = answer.error?.name ?? 'none';
    if (ends[name] === 'Died') player.kill('Died');
    if (!player.isAlive) continue;
    await player.ask(load(''), 2000);
    const { error, value } = (await player.ask(asking(STEPS, 2000), 3000)) as Answer;
    expect([name, error, value]).toEqual([name, undefined, null]);
  }
  player.kill('Died');
  expect(ends).toMatchObject({
    'loops without end': 'Timeout',
    'loops in a listener': 'Timeout',
    'loops in a timer': 'Timeout',
    'starts timers without end': 'Timeout',
    'sends itself events': expect.stringMatching(/^(?:RangeError|InternalError)$/),
    'matches for ever': 'Timeout',
    'calls itself': expect.stringMatching(/^(?:RangeError|InternalError)$/),
  });
  const known = /^(?:none|Timeout|Died|OutOfMemory|RangeError|InternalError|SyntaxError|Error)$/;
  expect(Object.entries(ends).filter(([, end]) => !known.test(end))).toEqual([]);
}, 120_000);

let frames: LabFrames;
beforeAll(async () => {
  frames = await openLabFrames();
}, 180_000);
afterAll(() => frames?.close());

test('in the page it reaches no network, and answers what the server answers', async () => {
  const scripts = Object.values(REACHES);
  const questions = scripts.flatMap((script) => [load(GOT + script), asking([], 2000)]);
  const told = await frames.play(
    'dom',
    questions.map((question, id) => ({ type: 'ask', id, question }) as const),
  );
  const there = told.slice(2).map((one) => ('answer' in one ? one.answer : one));
  const player = await begin();
  for (const [at, question] of questions.entries()) {
    const { cpuMs: _, ...here } = (await player.ask(question, 4000)) as Answer & { cpuMs: number };
    expect(there[at]).toEqual(here);
  }
  player.kill('Died');
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
    const told = await page.evaluate(`(${SHOW})(${JSON.stringify(html)}, ${JSON.stringify(sandbox)})`);
    expect(told).toMatchObject({ from: 'null', outcome: { cookie: 'refused', top: 'refused' } });
    const { outcome } = told as { outcome: Record<string, string> };
    const done = Object.entries(outcome).filter(([, end]) => end === 'done');
    expect(done).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked.filter((path) => path.includes('leak'))).toEqual([]);
    expect(page.url()).toBe(`${origin}/`);
    expect(page.context().pages()).toHaveLength(1);
  },
  60_000,
);
