import { join } from 'node:path';
import { createServer } from 'vite';
import type { WebApp } from '#server/http/pages/web-app';

let opened: Promise<WebApp> | undefined;

/**
 * The real web app straight from its sources, so that pages can be attacked without a build; once for all files of a
 * worker, as reading a thousand sources takes long.
 */
export function openWebApp(): Promise<WebApp> {
  opened ??= readSources();
  return opened;
}

async function readSources(): Promise<WebApp> {
  const root = join(import.meta.dirname, '..', '..', '..');
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const entry = await vite.ssrLoadModule('/src/web/entry-server.tsx');
  return {
    files: new Map(),
    render: (request, facts) => entry.render(request, { ...facts, manifest: null }),
  };
}
