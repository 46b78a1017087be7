import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { startInstallation } from './kit/installation.ts';
import { surviveFault } from './kit/strike.ts';

const HOUR_MS = 3_600_000;
const MODULE = pathToFileURL(join(import.meta.dirname, 'kit/clock-process.ts'));

test.each([
  ['an hour forward', HOUR_MS],
  ['an hour back', -HOUR_MS],
  ['a day forward', 24 * HOUR_MS],
])(
  'the clocks of our processes jump %s and back: nothing is lost, refused, or done twice',
  async (name, off) => {
    const scratch = makeScratch('clock');
    const file = join(scratch, 'off');
    const school = await startInstallation({ NODE_OPTIONS: `--import=${MODULE}`, CLOCK_OFF: file });
    await surviveFault(school, {
      name: `clocks jump ${name}`,
      holdMs: 7000,
      strike: () => writeFileSync(file, String(off)),
      repair: () => writeFileSync(file, '0'),
    });
    expect(school.webs.every(({ child }) => child.exitCode === null)).toBe(true);
    rmSync(file);
    removeScratch(scratch);
  },
);
