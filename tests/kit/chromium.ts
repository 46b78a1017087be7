import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
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
  const own = join(process.env.DISK_TMPDIR ?? tmpdir(), `lectern-chromium-${userInfo().uid}`);
  const browser = join(own, 'chromium');
  if (!existsSync(browser)) await unpack(own);
  return browser;
}

/** Complete or not at all: several may begin at one moment. */
async function unpack(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  const part = `${folder}-${process.pid}`;
  mkdirSync(part, { recursive: true, mode: 0o700 });
  // The package unpacks into the folder for temporary files, where another user's copy could be in the way.
  process.env.TMPDIR = part;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(part, folder);
  } catch (error) {
    rmSync(part, { recursive: true });
    // Another one was faster.
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}
