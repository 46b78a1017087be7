import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { freePort } from '#tests/kit/run/free-port';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const scratch = makeScratch('stop-while-starting');
afterAll(() => removeScratch(scratch));

test('a process that is told to stop as soon as it answers ends in order and keeps what it compiled', async () => {
  const dataDir = join(scratch, 'school');
  const cache = join(scratch, 'compiled');
  await makeReadyFolder(dataDir);
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port), LABS: 'off', SAMPLE_CONTENT: 'off' };
  const server = startScript(MAIN, [], { env: { ...env, NODE_COMPILE_CACHE: cache } });
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (reply?.ok) break;
    if (server.child.exitCode !== null) throw new Error(server.output());
    await wait(2);
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  const compiled = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const size = compiled.reduce((sum, file) => sum + readFileSync(join(file.parentPath, file.name)).length, 0);
  // All that a start reads; without an orderly end there is nothing.
  expect(size).toBeGreaterThan(1_000_000);
});
