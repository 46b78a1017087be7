import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { serverIdentity } from '../identity.ts';
import { locate } from '../locations.ts';
import { carryOver } from './carry-over.ts';

let scratch = '';
beforeEach(() => {
  scratch = makeScratch('carry');
});
afterEach(() => {
  // Its program is called as the folders of clusters are.
  rmSync(join(scratch, 'native'), { recursive: true });
  removeScratch(scratch);
});

/** A school whose server says that it is an older one: a real one takes long to get. `npm run prove` carries over from that. */
async function makeOldSchool() {
  const dataDir = join(scratch, 'data');
  await makeReadyFolder(dataDir);
  const home = realpathSync(join(dataDir, 'postgres'));
  renameSync(join(home, '18'), join(home, '17'));
  const oldNative = join(scratch, 'native');
  const program = join(oldNative, 'bin', 'postgres');
  mkdirSync(join(oldNative, 'bin'), { recursive: true });
  const { native } = locate(dataDir, serverIdentity(dataDir));
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo 'postgres (PostgreSQL) 17.6'; else exec ${native}/bin/postgres "$@"; fi\n`,
  );
  chmodSync(program, 0o755);
  const left = () => readdirSync(home).filter((name) => name !== 'run');
  return { left, options: { dataDir, oldNative, log: createLog('silent') }, own: join(home, '18') };
}

test.for(['PostgreSQL 17.6 serves', 'PostgreSQL 18 has', '20 of', 'compared'])(
  'a carry-over that a person stops leaves nothing behind: once it said "%s"',
  { timeout: 60_000 },
  async (last) => {
    const { left, options, own } = await makeOldSchool();
    const before = left();
    const ending = new AbortController();
    const say = (line: string) => {
      if (line.startsWith(last)) ending.abort(new Error('asked to'));
    };
    await expect(carryOver({ ...options, say, signal: ending.signal })).rejects.toThrow(/^asked to$/);
    expect(left()).toEqual(before);
    expect(await carryOver({ ...options, say: () => undefined })).toContain('old-17');
    expect([existsSync(own), left().sort()]).toEqual([true, ['18', 'old-17']]);
  },
);
