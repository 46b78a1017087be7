import { randomBytes } from 'node:crypto';
import type { Version } from '#contract/site';

/** What tools/build.ts writes beside the built web app. */
export interface BuildInfo {
  readonly build: string;
  readonly builtAt: string;
}

/** Made once when the server starts: the start time and a random suffix (spec section 2). */
export function makeVersion(startedAt: Date, build: BuildInfo): Version {
  return { version: `${startedAt.toISOString()}-${randomBytes(4).toString('hex')}`, ...build };
}
