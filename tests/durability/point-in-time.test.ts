import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { type Started, startScript } from '#tests/kit/process';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { clusterOf } from './engines.ts';

const SOURCE = join(import.meta.dirname, '../../src/server');
const SCRIPT = join(import.meta.dirname, 'recover-process.ts');
const scratch = makeScratch('point-in-time');
const dataDir = join(scratch, 'data');
/** Of the school that the commands are for: a test can go on in another place. */
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

const lectern = (...args: string[]) => lecternWith(env, ...args);

async function lecternWith(settings: Record<string, string>, ...args: string[]) {
  const run = startScript(join(SOURCE, 'cli/lectern.ts'), args, { env: settings });
  return { code: await run.ended, output: run.output() };
}

async function ask<Row extends object>(statement: string): Promise<Row[]> {
  const client = new pg.Client((await findRunning(env.DATA_DIR)) ?? {});
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

/** A session, a link in an email, and two emails that wait: one opens something. */
const OPEN = `
  insert into sessions (user_id, token, expires_at)
    select id, encode(sha256('stolen'), 'hex'), now() + interval '1 day' from users where email = 'zoe@example.org';
  insert into verifications (identifier, value, expires_at) values ('reset:1', 'zoe', now() + interval '1 hour');
  insert into mail_outbox (event_key, template, recipient, props, next_attempt_at)
    select 'test:' || template, template, 'zoe@example.org', '{}', now() + interval '1 day'
    from unnest(array['reset-password', 'welcome']) template`;

const now = async () => {
  const [{ at } = { at: '' }] = await ask<{ at: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  return at;
};

const base = join(scratch, 'base');
const cluster = clusterOf(dataDir);
const kept = `${cluster}-before-base`;

/** Begins a recovery that is killed after this step. */
const killAfter = (step: string, at: string) =>
  spawnSync(process.execPath, [SCRIPT, dataDir, env.WAL_ARCHIVE, base, at, step], { encoding: 'utf8' });

test('the embedded database is brought to a moment between two writes, and goes on from there', async () => {
  await start();
  await ask("insert into users (name, email) values ('Zoë', 'zoe@example.org')");
  await ask(OPEN);
  await write('KeptBefore');
  expect(await lectern('base-backup', base)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Base backup saved'),
  });
  await write('KeptAfter');
  await wait(1100);
  const at = await now();
  await wait(1100);
  // Somebody ends a session that was stolen, and uses the link.
  await ask('delete from sessions');
  await ask('delete from verifications');
  await write('KeptMistake');
  await wait(1100);
  const later = await now();
  await wait(1100);
  await write('KeptTooLate');
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
  for (const step of ['The base backup was copied', 'PostgreSQL has brought'])
    expect(killAfter(step, at).signal).toBe('SIGKILL');
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore', 'KeptMistake', 'KeptTooLate']);
  await server?.kill('SIGTERM');
  // From an earlier recovery: it's not the one to go back to.
  mkdirSync(`${cluster}-before-an-earlier-one`);
  expect(killAfter('The database from before was moved', at).signal).toBe('SIGKILL');
  await expect(start()).rejects.toThrow(
    `a recovery was interrupted after it had moved it to ${kept}. Nothing was changed.`,
  );
  expect(await lectern('recover', base, at)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Rename that folder to ${cluster}`),
  });
  renameSync(kept, cluster);
  const recovered = await lectern('recover', base, at);
  expect(recovered, recovered.output).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The database is as it was at ${at}`),
  });
  await start();
  expect(
    await ask('select (select count(*) from sessions) + (select count(*) from verifications) as open'),
  ).toEqual([{ open: '0' }]);
  expect(
    await ask(
      "select template, sent_at is null as waits from mail_outbox where recipient = 'zoe@example.org'",
    ),
  ).toEqual([{ template: 'welcome', waits: true }]);
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore']);
  await write('KeptLater');
  await server?.kill('SIGTERM');
  expect(await lectern('recover', base, at)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`If you want it back instead, move ${cluster} elsewhere`),
  });
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore', 'KeptLater']);
  await wait(1100);
  const afterIt = await now();
  await wait(1100);
  await write('KeptLast');
  await server?.kill('SIGTERM');
  // It went back too far: the moment is one of before the first recovery, which another timeline left earlier.
  renameSync(kept, `${kept}-1`);
  expect(await lectern('recover', base, later)).toMatchObject({ code: 0 });
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore', 'KeptMistake']);
  await server?.kill('SIGTERM');
  // And one of after it.
  renameSync(kept, `${kept}-2`);
  expect(await lectern('recover', base, afterIt)).toMatchObject({ code: 0 });
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore', 'KeptLater']);
  await server?.kill('SIGTERM');
}, 600_000);

test('a school whose machine is lost is brought to a moment on another one, also after a backup was restored there', async () => {
  const lost = join(scratch, 'lost');
  Object.assign(env, { DATA_DIR: lost, WAL_ARCHIVE: join(scratch, 'lost-wal') });
  const lostBase = join(scratch, 'lost-base');
  const file = join(scratch, 'school.backup');
  await start();
  await write('KeptBefore');
  for (const args of [
    ['base-backup', lostBase],
    ['backup', file],
  ])
    expect(await lectern(...args)).toMatchObject({ code: 0 });
  await write('KeptAfter');
  await wait(1100);
  const at = await now();
  await wait(1100);
  await write('KeptMistake');
  await server?.kill('SIGTERM');
  const key = readFileSync(join(lost, 'secrets/auth-secret'));
  rmSync(lost, { recursive: true });

  env.DATA_DIR = join(scratch, 'fresh');
  const fresh = await lectern('recover', lostBase, at);
  expect(fresh, fresh.output).toMatchObject({ code: 0 });
  writeFileSync(join(env.DATA_DIR, 'secrets/auth-secret'), key, { mode: 0o600 });
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore']);
  await server?.kill('SIGTERM');

  // For its uploads and its key.
  env.DATA_DIR = join(scratch, 'restored');
  const { WAL_ARCHIVE: _, ...withoutArchive } = env;
  expect(await lecternWith(withoutArchive, 'restore', file)).toMatchObject({ code: 0 });
  const recovered = await lectern('recover', lostBase, at);
  expect(recovered, recovered.output).toMatchObject({ code: 0 });
  await start();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore']);
  await server?.kill('SIGTERM');
}, 300_000);
