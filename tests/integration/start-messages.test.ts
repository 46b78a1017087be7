import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const scratch = makeScratch('start');
const dataDir = join(scratch, 'data');
afterAll(() => removeScratch(scratch));

async function failedStart(env: Record<string, string>) {
  const run = startScript(MAIN, [], {
    env: { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'silent', ...env },
  });
  return { code: await run.ended, output: run.output() };
}

test('a start with faulty settings names all of them and touches nothing', async () => {
  const { code, output } = await failedStart({ PORT: 'http', PROT: '80', ADMIN_PASSWORD: 'x' });
  expect(code).toBe(1);
  for (const fault of [
    'PORT must be a number from 0 to 65535, such as 3000',
    "PROT isn't a Lectern setting; did you mean PORT?",
    'ADMIN_PASSWORD must be at least 6 characters',
    'ADMIN_EMAIL and ADMIN_PASSWORD must be set together: set both or neither',
  ])
    expect(output).toContain(`  - ${fault}\n`);
  expect(existsSync(dataDir)).toBe(false);
});

test('a host that is not this machine, and a port that is taken, are named', async () => {
  const elsewhere = await failedStart({ HOST: '203.0.113.1', PORT: '0' });
  expect(elsewhere).toMatchObject({
    code: 1,
    output: expect.stringContaining("HOST isn't an IP address of this machine"),
  });
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = await failedStart({ PORT: String(port) });
  other.close();
  expect(taken).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      'Another program is already using this port. Set PORT to a different port.',
    ),
  });
}, 60_000);

test('a file in the place of the data folder is named', async () => {
  const { code, output } = await failedStart({ DATA_DIR: join(MAIN, 'data') });
  expect(code).toBe(1);
  expect(output).toContain(`Lectern can't write to its data folder ${join(MAIN, 'data')}`);
});
