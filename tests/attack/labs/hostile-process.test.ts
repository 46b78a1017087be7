import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BundleName } from '#labs/protocol';
import { probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess, type ProcessOptions } from '#server/platform/judge/player-process';

const script = join(import.meta.dirname, 'hostile-process.ts');
const server = createServer((socket) => socket.end());
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  for (const path of ['/tmp/lectern-lab-attack', '/tmp/lectern-lab-attack.db']) rmSync(path, { force: true });
});

async function outcomes(
  engine: BundleName,
  options: Omit<ProcessOptions, 'script'>,
): Promise<Record<string, string>> {
  const hostile = await PlayerProcess.start(engine, { ...options, script });
  if (!hostile) throw new Error('The hostile process did not start');
  const answer = await hostile.ask({ port: (server.address() as AddressInfo).port }, 10_000);
  hostile.kill('Died');
  return answer as Record<string, string>;
}

const ENGINES: readonly BundleName[] = ['quickjs', 'dom', 'python', 'shell'];

test.each(ENGINES)(
  'whoever stands in the place of the player of %s reads, writes, starts and evaluates nothing',
  async (engine) => {
    const isolation = probeIsolation([]);
    const outcome = await outcomes(engine, { isolation });
    for (const name of ['read', 'readEnvironment', 'write', 'spawn', 'worker', 'evaluate', 'sqlite'])
      expect([name, outcome[name]]).toEqual([name, expect.stringMatching(/^refused/)]);
    // Level C keeps the network; the doctor says so.
    if (isolation.level !== 'C') expect(outcome.network).toMatch(/^refused/);
  },
  60_000,
);

test.each(ENGINES)(
  'without the permissions of Node.js the limits and the wrapper of %s still refuse to write and to reach the network',
  async (engine) => {
    const isolation = probeIsolation([]);
    const outcome = await outcomes(engine, { isolation, withoutPermissions: true });
    for (const name of ['readEnvironment', 'write', 'sqlite', 'evaluate'])
      expect([name, outcome[name]]).toEqual([name, expect.stringMatching(/^refused/)]);
    if (isolation.level !== 'C') expect(outcome.network).toMatch(/^refused/);
  },
  60_000,
);
