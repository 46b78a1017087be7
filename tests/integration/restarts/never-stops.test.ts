import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';

test('a process that can not stop in order ends in time all the same, and says so', async () => {
  const server = startScript(join(import.meta.dirname, 'never-stops-process.ts'), []);
  await server.says(/ready/);
  const asked = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(performance.now() - asked).toBeGreaterThan(250);
  expect(server.output()).toContain("Lectern didn't stop in time");
}, 20_000);
