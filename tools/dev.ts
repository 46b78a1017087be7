/**
 * `npm run dev`: the server with the web app straight from its sources. A change of the web app or of a message shows at
 * once; a change of the server, the contract or the domain starts the server again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';

const root = join(import.meta.dirname, '..');
const SETTLE_MS = 200;

/** Makes the message functions and the route tree, which a fresh clone does not have. */
function generate(): boolean {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'generate.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

/** Watches over the messages, and over the server in a child process, which is this file again. */
function supervise(): void {
  if (!generate()) {
    process.exitCode = 1;
    return;
  }
  let settle: NodeJS.Timeout | undefined;
  watch(join(root, 'messages', 'en'), () => {
    clearTimeout(settle);
    settle = setTimeout(generate, SETTLE_MS);
  });
  const watched = ['src/server', 'src/contract', 'src/domain', 'src/emails'].map(
    (path) => `--watch-path=${path}`,
  );
  const child = spawn(process.execPath, [...watched, '--watch-preserve-output', import.meta.filename], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LECTERN_DEV_CHILD: '1' },
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 0));
}

async function serve(): Promise<void> {
  // It is no setting of the product, which refuses what it does not know.
  delete process.env.LECTERN_DEV_CHILD;
  const { runServer } = await import('#server/main');
  let vite: ViteDevServer | undefined;
  await runServer({
    beforeStop: async () => vite?.close(),
    web: async () => ({
      files: new Map(),
      render: async (request, facts) => {
        if (!vite) throw new Error('the development server is not there yet');
        const entry = await vite.ssrLoadModule('/src/web/entry-server.tsx');
        return entry.render(request, { ...facts, manifest: null });
      },
    }),
    wrap: (app, server) => {
      const ready = startVite(server).then((started) => {
        vite = started;
        return started;
      });
      return front(app, ready);
    },
  });
}

async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
}

/** Vite answers for sources and its own client, the app for the rest. */
function front(app: RequestListener, ready: Promise<ViteDevServer>): RequestListener {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const { middlewares } = await ready;
    middlewares(request, response, () => app(request, response));
  };
}

if (process.env.LECTERN_DEV_CHILD) await serve();
else supervise();
