import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { chromium, type Page } from '@playwright/test';
import { Hono } from 'hono';
import type { Compiled, Instruments } from '#domain/labs/player';
import type { Answer } from '#domain/labs/question';
import { type BundleName, type FromRunner, RENEWED, type ToRunner } from '#labs/protocol';
import { pagePolicy } from '#server/http/pages/security-headers';
import { labFrames, mountLabFrames } from '#server/http/pages/serve-lab-runner';
import type { HttpEnv } from '#server/http/request-scope';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.ts';
import { onceInRun } from './run/once-in-run.ts';
import { takeBuilt } from './run/take-built.ts';

/** The page's side of `src/labs/protocol.ts`, as short as it can be. */
const HOST = `window.frames = new Map();
const made = {};
// As a browser keeps them between two frames.
const kept = new Map();
const read = ({ file, text }) => {
  if (!kept.has(file))
    kept.set(file, fetch('/lab-assets/' + file).then((reply) => (text ? reply.text() : reply.arrayBuffer())));
  return kept.get(file);
};
window.openFrame = async (id, name, script) => {
  const manifest = JSON.parse(await read({ file: 'manifest.json', text: true }));
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
  const assets = { ...made[name] };
  for (const [key, asset] of Object.entries(bundle.assets)) assets[key] = await read(asset);
  const text = script ?? await read({ file: bundle.script.file, text: true });
  port1.postMessage({ type: 'start', bundle: text, assets });
  let reply = await next();
  if (reply.type === 'made') {
    made[name] = { [reply.name]: reply.content };
    reply = await next();
  }
  told.push(reply);
  frames.set(id, {
    say: async (message) => { port1.postMessage(message); return next(); },
    stop: async (message) => {
      port1.postMessage(message);
      await new Promise((resolve) => { setTimeout(resolve, 300); });
      const begin = performance.now();
      port1.postMessage({ type: 'stop' });
      const { type } = await next();
      if (type !== 'stopped') throw new Error(type + ' instead of stopped');
      return performance.now() - begin;
    },
    close: () => frame.remove(),
  });
  return told;
};`;

export interface LabFrames {
  readonly origin: string;
  readonly page: Page;
  /** Paths that anybody asked the page's server for. */
  readonly asked: readonly string[];
  /** Opens a frame, says each message once the one before is answered; all answers, the frame's own two first. */
  play(name: BundleName, messages: readonly ToRunner[], script?: string): Promise<FromRunner[]>;
  /** Asks what never ends, and stops it: how long that takes, in ms. */
  stop(name: BundleName, load: ToRunner, endless: ToRunner): Promise<number>;
  /** What the referee works with in a page: workers in frames, each of that bundle. */
  instruments(bundle: BundleName): Instruments;
  close(): Promise<void>;
}

async function buildBundles(folder: string): Promise<void> {
  if (takeBuilt('labs', folder)) return;
  const { buildLabBundles } = await import('#tools/labs/build-bundles');
  // Nobody measures how they travel.
  await buildLabBundles(folder, { compresses: false });
}

/** A page in Chromium with the policy of the product, and the frame of labs in it, from a folder of bundles. */
export async function openLabFrames(built?: string): Promise<LabFrames> {
  const folder = built ?? (await onceInRun('lab-bundles', buildBundles));
  const asked: string[] = [];
  const { origin, server } = await startServer(folder, asked);
  // As unlike the server as the machine of a learner may be.
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_ARGS, '--lang=sv-SE'],
    env: { ...process.env, TZ: 'Asia/Kolkata', LANGUAGE: 'sv', LANG: 'sv_SE.UTF-8' },
  });
  const page = await browser.newPage();
  await page.goto(origin);
  let last = 0;
  const open = async (name: BundleName, script?: string) => {
    last += 1;
    const id = last;
    const call = `openFrame(${id}, ${JSON.stringify(name)}, ${JSON.stringify(script) ?? 'undefined'})`;
    const reported: FromRunner[] = await page.evaluate(call);
    const say = (message: ToRunner): Promise<FromRunner> =>
      page.evaluate(`frames.get(${id}).say(${JSON.stringify(message)})`);
    const close = () => page.evaluate<void>(`frames.get(${id}).close()`);
    return { id, reported, say, close };
  };
  return {
    origin,
    page,
    asked,
    play: async (name, messages, script) => {
      const frame = await open(name, script);
      const reported = [...frame.reported];
      for (const message of messages) reported.push(await frame.say(message));
      return reported;
    },
    stop: async (name, load, endless) => {
      const { close, id, say } = await open(name);
      await say(load);
      const ms = await page.evaluate<number>(`frames.get(${id}).stop(${JSON.stringify(endless)})`);
      await close();
      return ms;
    },
    instruments: (bundle) => instrumentsOf(open, bundle),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

type Open = (name: BundleName) => Promise<{
  say: (message: ToRunner) => Promise<FromRunner>;
  close: () => Promise<void>;
}>;

function instrumentsOf(open: Open, bundle: BundleName): Instruments {
  let compiler: ReturnType<Open> | undefined;
  let kept: ReturnType<Open> | undefined;
  const seat = async () => {
    if (!RENEWED.has(bundle)) return open(bundle);
    kept ??= open(bundle);
    return { ...(await kept), close: async () => undefined };
  };
  const compile: Instruments['compile'] = async (files, typecheck) => {
    compiler ??= open('types');
    const reply = await (await compiler).say({ type: 'compile', id: 1, files, typecheck });
    return (reply as { compiled: Compiled }).compiled;
  };
  return {
    open: async () => {
      const { close, say } = await seat();
      return {
        ask: async (question) => {
          const reply = await say({ type: 'ask', id: 1, question });
          return (reply as { answer: Answer }).answer;
        },
        close,
      };
    },
    ...(['quickjs', 'dom'].includes(bundle) && { compile }),
  };
}

async function startServer(folder: string, asked: string[]): Promise<{ origin: string; server: ServerType }> {
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) => {
    asked.push(new URL(context.req.url).pathname);
    context.set('scope', {} as HttpEnv['Variables']['scope']);
    await next();
  });
  mountLabFrames(app);
  app.get('/', (context) => {
    context.header(
      'content-security-policy',
      pagePolicy([], { https: false, labFrames: labFrames(new URL(context.req.url).origin) }),
    );
    return context.html('<!doctype html><title>Lab</title><script src="/host.js"></script>');
  });
  app.get('/host.js', (context) => context.body(HOST, 200, { 'content-type': 'text/javascript' }));
  app.get('/lab-assets/:file', (context) =>
    context.body(readFileSync(join(folder, basename(context.req.param('file'))))),
  );
  return new Promise((resolve) => {
    // Other tests of this process go on with the Response that Node.js has.
    const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false };
    const server = serve(options, ({ port }: AddressInfo) =>
      resolve({ origin: `http://127.0.0.1:${port}`, server }),
    );
  });
}
