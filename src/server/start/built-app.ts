import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Version } from '#contract/site';
import type { WebApp } from '#server/http/pages/web-app';
import type { Clock } from '#server/platform/clock';

const metaOf = (build: string) => join(build, 'meta.json');

/** The web app that was built; null when there is none, and then the API is served alone. */
export async function openBuiltApp(build: string): Promise<WebApp | null> {
  if (!existsSync(metaOf(build))) return null;
  const { loadWebApp } = await import('#server/http/pages/web-app');
  return loadWebApp(build);
}

/** What the version panel shows of this start. */
export async function versionOf(build: string, clock: Clock): Promise<Version> {
  const { makeVersion } = await import('#server/areas/site/make-version');
  const now = clock.now();
  const unbuilt = { build: 'development', builtAt: now.toISOString() };
  const meta = metaOf(build);
  return makeVersion(now, existsSync(meta) ? JSON.parse(readFileSync(meta, 'utf8')) : unbuilt);
}
