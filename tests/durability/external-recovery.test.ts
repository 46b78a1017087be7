import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OPENING, OPENING_MAILS } from '#server/db/backup/left-out';
import { DATABASE_USER } from '#server/db/embedded/connection';
import { createCluster } from '#server/db/embedded/create-cluster';
import { serverIdentity } from '#server/db/embedded/identity';
import { locate } from '#server/db/embedded/locations';
import { startPostmaster } from '#server/db/embedded/postmaster';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { addressOf } from '../integration/machines/own-database.ts';
import { type School, startSchool } from './school-server.ts';

const DEPLOY = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
/** What docs/deploy.md has the operator write and run: lines of postgresql.conf before and for a recovery, and a statement after it. */
const [ARCHIVING, RECOVERING, CLOSING] = ['archive_mode', 'restore_command', 'truncate'].map(
  (first) => new RegExp(`\`\`\`\\w+\\n\\s*(${first}[^\`]*)`).exec(DEPLOY)?.[1] ?? `no ${first}`,
) as [string, string, string];
const DOCUMENTED_ARCHIVE = '/backups/wal';
const DOCUMENTED_MOMENT = '2026-11-26 14:30:00+00';

/** A server of the operator's own, which Lectern reaches by DATABASE_URL, and what the operator does to it. */
async function startOwnServer() {
  const scratch = makeScratch('external');
  onTestFinished(() => removeScratch(scratch));
  const identity = serverIdentity();
  const folder = join(scratch, 'server');
  mkdirSync(folder, { mode: 0o711 });
  const places = locate(folder, identity);
  const { cluster, socketDirectory: host } = places;
  const archive = join(scratch, 'archive');
  const give = (path: string) => identity && chownSync(path, identity.uid, identity.gid);
  const makeFolder = (path: string) => {
    mkdirSync(path, { mode: 0o700 });
    give(path);
  };
  makeFolder(archive);
  await createCluster(places, identity, 'test');
  const set = (lines: string) =>
    appendFileSync(
      join(cluster, 'postgresql.conf'),
      `\n${lines.replaceAll(DOCUMENTED_ARCHIVE, archive).replaceAll(/^ +/gm, '')}\n`,
    );
  set(ARCHIVING);
  const start = () => startPostmaster(places, identity, () => undefined);
  let server = await start();
  onTestFinished(() => server.stop());
  const connection = { host, port: 5432, user: DATABASE_USER, password: 'test', database: 'school' };
  const query = async <Row extends object>(statement: string, database = 'school'): Promise<Row[]> => {
    const client = new pg.Client({ ...connection, database });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await query('create database school', 'postgres');
  return {
    url: addressOf(connection),
    query,
    /** What pg_basebackup does, which the packages from npm don't have. */
    async backUp(to: string): Promise<void> {
      const client = new pg.Client(connection);
      await client.connect();
      await client.query("select pg_backup_start('own', true)");
      expect(spawnSync('cp', ['-a', cluster, to]).status).toBe(0);
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(true)',
      );
      await client.end();
      rmSync(join(to, 'postmaster.pid'));
      rmSync(join(to, 'pg_wal'), { recursive: true });
      makeFolder(join(to, 'pg_wal'));
      writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
      give(join(to, 'backup_label'));
    },
    async recover(base: string, moment: string): Promise<void> {
      await server.stop();
      renameSync(cluster, `${cluster}-${Date.now()}`);
      expect(spawnSync('cp', ['-a', base, cluster]).status).toBe(0);
      writeFileSync(join(cluster, 'recovery.signal'), '');
      give(join(cluster, 'recovery.signal'));
      set(RECOVERING.replace(DOCUMENTED_MOMENT, moment));
      server = await start();
      const recovers = () => query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
      await vi.waitUntil(async () => (await recovers())[0]?.recovers === false, { timeout: 60_000 });
      await query(CLOSING);
    },
    scratch,
  };
}

test("a server of one's own is brought to a moment as docs/deploy.md says, twice, and Lectern goes on from there", async () => {
  const { backUp, query, recover, scratch, url } = await startOwnServer();
  let school: School | undefined;
  onTestFinished(() => school?.kill('SIGKILL'));
  const open = async () => {
    school = startSchool(join(scratch, 'data'), { env: { DATABASE_URL: url, LABS: 'off' } });
    await school.serves();
    expect((await school.ask('GET', '/readyz')).status).toBe(200);
  };
  const close = () => school?.kill('SIGTERM');
  const write = (name: string) =>
    query(`insert into categories (name, slug) values ('${name}', '${name.toLowerCase()}')`);
  const names = async () =>
    (await query<{ name: string }>("select name from categories where name like 'Kept%' order by 1")).map(
      ({ name }) => name,
    );
  const passMoment = async () => {
    await wait(1100);
    const [{ at } = { at: '' }] = await query<{ at: string }>('select now()::text as at');
    await wait(1100);
    return at;
  };
  const [truncate = '', remove = ''] = CLOSING.split(';');
  expect(truncate.match(/\w+/g)?.slice(1).sort()).toEqual([...OPENING].sort());
  expect(remove.trim()).toMatch(/^delete from mail_outbox where sent_at is null and template in \(/);
  expect([...remove.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)).toEqual(OPENING_MAILS);
  await open();
  await write('KeptBefore');
  const base = join(scratch, 'base');
  await backUp(base);
  await write('KeptAfter');
  await query(`insert into users (name, email) values ('Zoë', 'zoe@example.org')`);
  await query(
    `insert into sessions (user_id, token, expires_at)
       select id, encode(sha256('stolen'), 'hex'), now() + interval '1 day' from users where email = 'zoe@example.org'`,
  );
  const moment = await passMoment();
  await query('delete from sessions');
  await write('KeptMistake');
  const later = await passMoment();
  await write('KeptTooLate');
  await close();

  await recover(base, moment);
  await open();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore']);
  expect(await query('select 1 from sessions')).toEqual([]);
  await write('KeptLater');
  await close();

  // It went back too far.
  await recover(base, later);
  await open();
  expect(await names()).toEqual(['KeptAfter', 'KeptBefore', 'KeptMistake']);
  await close();
}, 600_000);
