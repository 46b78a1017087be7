import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { WebApp } from '#server/http/pages/web-app';
import { onceInRun } from '#tests/kit/run/once-in-run';
import { takeBuilt } from '#tests/kit/run/take-built';

let opened: Promise<WebApp> | undefined;

/** The web app as the product draws pages, without the files of browsers: the built one, or made once in a run. */
export function openWebApp(): Promise<WebApp> {
  opened ??= load();
  return opened;
}

async function load(): Promise<WebApp> {
  const built = await onceInRun('drawn-pages', async (folder) => {
    if (takeBuilt('pages', folder)) return;
    await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'build-pages-process.ts'), folder],
      {
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
  });
  const entry = await import(/* @vite-ignore */ pathToFileURL(join(built, 'entry-server.js')).href);
  return {
    files: new Map(),
    render: (request, facts) => entry.render(request, { ...facts, manifest: null }),
  };
}
