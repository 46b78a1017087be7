import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { type Started, startScript } from '#tests/kit/process';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const SOURCE = join(import.meta.dirname, '../../src/server');
const scratch = makeScratch('point-in-time');
const dataDir = join(scratch, 'data');
const env = {
  DATA_DIR: dataDir,
  PORT: '4889',
  SAMPLE_CONTENT: 'off',
  LABS: 'off',
  LOG_LEVEL: 'error',
  WAL_ARCHIVE: join(scratch, 'wal'),
};
let server: Started | undefined;
afterAll(async () => {
  await server?.kill('SIGKILL');
  removeScratch(scratch);
});

async function start(): Promise<void> {
  server = startScript(join(SOURCE, 'main.ts'), [], { env });
  await server.says(/Lectern is ready/, 120_000);
}

async function lectern(...args: string[]) {
  const run = startScript(join(SOURCE, 'cli/lectern.ts'), args, { env });
  return { code: await run.ended, output: run.output() };
}

async function ask<Row extends object>(statement: string): Promise<Row[]> {
  const client = new pg.Client(findRunning(dataDir) ?? {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const write = (name: string) =>
  ask(`insert into categories (name, slug) values ('${name}', '${name.toLowerCase()}')`);
const names = async () =>
  (await ask<{ name: string }>("select name from categories where name like 'Kept%' order by 1")).map(
    ({ name }) => name,
  );

test('the embedded database is brought to a moment between two writes, and goes on from there', async () => {
  await start();
  await write('KeptBefore');
  const base = join(scratch, 'base');
  expect(await lectern('base-backup', base)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Base backup saved'),
  });
  await write('KeptAfter');
  await wait(1100);
  const [{ at } = { at: '' }] = await ask<{ at: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  await wait(1100);
  await write('KeptMistake');
  expect(await lectern('recover', base, at)).toMatchObject({
    code: 1,
    output: 'Lectern is running. Stop it first.\n',
  });
  await server?.kill('SIGTERM');
  expect(await lectern('recover', base, 'yesterday')).toMatchObject({ code: 1 });
  // Nothing was written after that: the moment is never reached.
  expect(await lectern('recover', base, '2199-01-01T00:00:00Z')).toMatchObject({
    code: 1,
    output: expect.stringContaining('The recovery failed, and the database is as it was.'),
  });
  const recovered = await lectern('recover', base, at);
  expect(recovered, recovered.output).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The database is as it was at ${at}`),
  });
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore']);
  await write('KeptLater');
  await server?.kill('SIGTERM');
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore', 'KeptLater']);
  await server?.kill('SIGTERM');
}, 600_000);
