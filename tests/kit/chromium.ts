import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Flags that keep a headless browser to itself: no look-ups, no updates, no sandbox that root cannot have. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** The browser of the tests: CHROMIUM_PATH, or the one that comes with npm, unpacked once for each user of a machine. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const before = process.env.TMPDIR;
  const own = join(before ?? tmpdir(), `lectern-chromium-${userInfo().uid}`);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  // The package unpacks into the folder for temporary files, where another user's copy could be in the way.
  process.env.TMPDIR = own;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
