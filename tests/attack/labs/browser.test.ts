import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FromRunner, ToRunner } from '#labs/protocol';
import { pagePolicy } from '#server/http/pages/security-headers';
import { mountLabRunner } from '#server/http/pages/serve-lab-runner';
import type { HttpEnv } from '#server/http/request-scope';
import { CHROMIUM_ARGS, chromiumPath } from '#tests/kit/chromium';
import { buildLabBundles } from '#tools/labs/build-bundles';

const ORIGIN = 'http://127.0.0.1:4179';
const folder = mkdtempSync(join(tmpdir(), 'lectern-labs-'));
const asked: string[] = [];
let server: ServerType;
let browser: Browser;
let page: Page;

/** The page's side of `src/labs/protocol.ts`, as short as it can be. */
const HOST = `window.play = async (name, messages, script) => {
  const manifest = await (await fetch('/lab-assets/manifest.json')).json();
  const bundle = manifest.bundles[name];
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = '/lab-runner';
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  let wake;
  port1.onmessage = ({ data }) => { heard.push(data); wake?.(); };
  const next = () => new Promise((resolve) => { const look = () => { if (heard.length) resolve(heard.shift()); else wake = look; }; look(); });
  frame.contentWindow.postMessage('lab', '*', [port2]);
  const told = [await next()];
  const assets = {};
  for (const [key, asset] of Object.entries(bundle.assets)) {
    const reply = await fetch('/lab-assets/' + asset.file);
    assets[key] = asset.text ? await reply.text() : await reply.arrayBuffer();
  }
  const text = script ?? await (await fetch('/lab-assets/' + bundle.script.file)).text();
  port1.postMessage({ type: 'start', bundle: text, assets });
  told.push(await next());
  for (const message of messages) { port1.postMessage(message); told.push(await next()); }
  return told;
};`;

beforeAll(async () => {
  await buildLabBundles(folder);
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) => {
    asked.push(new URL(context.req.url).pathname);
    context.set('scope', {} as HttpEnv['Variables']['scope']);
    await next();
  });
  mountLabRunner(app);
  app.get('/', (context) => {
    context.header('content-security-policy', pagePolicy([], false, ORIGIN));
    return context.html('<!doctype html><title>Lab</title><script src="/host.js"></script>');
  });
  app.get('/host.js', (context) => context.body(HOST, 200, { 'content-type': 'text/javascript' }));
  app.get('/lab-assets/:file', (context) =>
    context.body(readFileSync(join(folder, basename(context.req.param('file'))))),
  );
  server = serve({ fetch: app.fetch, port: 4179, hostname: '127.0.0.1', overrideGlobalObjects: false });
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS });
  page = await browser.newPage();
  await page.goto(ORIGIN);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

function play(name: string, messages: readonly ToRunner[], script?: string): Promise<FromRunner[]> {
  const call = `play(${JSON.stringify(name)}, ${JSON.stringify(messages)}, ${JSON.stringify(script) ?? 'undefined'})`;
  return page.evaluate(call);
}

test('a lab in JavaScript runs under the policy of the page, and an endless loop is ended', async () => {
  const files = {
    'src/double.js': 'export const double = (n) => n * 2; export const hang = () => { for (;;); };',
  };
  const call = { op: 'call', module: 'src/double', args: [21], ms: 500 } as const;
  const told = await play('quickjs', [
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
  const [, , compiled] = await play('types', [
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
    await attempt('fetch', () => fetch('${ORIGIN}/leak-fetch'));
    await attempt('import', () => import('${ORIGIN}/leak-import.js'));
    await attempt('importScripts', () => importScripts('${ORIGIN}/leak-script.js'));
    await attempt('socket', () => new Promise((done, fail) => { const socket = new WebSocket('ws://127.0.0.1:4179/leak-socket'); socket.onopen = done; socket.onerror = fail; }));
    await attempt('eval', () => (0, eval)('1'));
    await attempt('function', () => new Function('return 1')());
    await attempt('database', () => new Promise((done, fail) => { const request = indexedDB.open('x'); request.onsuccess = done; request.onerror = fail; }));
    await attempt('caches', () => caches.keys());
    postMessage(outcome);
  };`;
  const [, outcome] = await play('quickjs', [], hostile);
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
  expect(asked.filter((path) => path.includes('leak'))).toEqual([]);
}, 60_000);
