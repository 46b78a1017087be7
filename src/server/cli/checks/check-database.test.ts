import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { parseConfig } from '#server/config';
import { databasePassword } from '#server/db/embedded/database-password';
import { MAJOR_VERSION } from '#server/db/embedded/locations';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { test as base } from '#tests/kit/database';
import { startOldPostgres } from '#tests/kit/old-postgres';
import { checkUpgrade } from '../upgrade-check.ts';
import { checkDatabase } from './check-database.ts';

interface Kit {
  /** Looks at a real database with this folder of migrations. */
  readonly look: (migrations?: string) => ReturnType<typeof checkDatabase>;
  /** A copy of the migrations that may be changed. */
  readonly copy: string;
}

const test = base.extend<Kit>({
  look: async ({ ownDb }, use) => {
    const { host, password, port, user } = inject('database');
    const url = new URL(`postgres://${user}:${encodeURIComponent(password)}@localhost:${port}`);
    url.pathname = String(ownDb.pool.options.database);
    url.searchParams.set('host', host);
    await use((migrations) =>
      checkDatabase(
        parseConfig({ DATABASE_URL: url.href, DATA_DIR: join(tmpdir(), 'lectern-no-data') }),
        migrations,
      ),
    );
  },
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other fixture, and the runner wants a pattern.
  copy: async ({}, use) => {
    const copy = mkdtempSync(join(tmpdir(), 'lectern-migrations-'));
    cpSync(MIGRATIONS, copy, { recursive: true });
    await use(copy);
    rmSync(copy, { recursive: true });
  },
});

const answers = { ok: true, what: expect.stringMatching(/^database: connected to PostgreSQL \d+(\.\d+)?/) };

test('a database that is up to date is in order', async ({ look }) => {
  expect(await look()).toEqual([
    answers,
    { ok: true, what: 'migrations: all applied' },
    { ok: true, what: 'key: created on first start' },
    { ok: true, what: 'housekeeping: nothing done in the last day' },
    { ok: true, what: 'files: all 0 are in the store' },
    { ok: true, what: 'files: none in the store that nothing uses' },
    { ok: true, what: 'media library: 0.00 of 20 GB used' },
  ]);
});

test('chores that failed or were cut off are named; those of long ago are not', async ({ look, ownDb }) => {
  const insert = (
    name: string,
    [leased, started, finished]: readonly [string, string, string | null],
    error: string | null = null,
  ) =>
    ownDb.pool.query(
      `insert into chore_runs (name, holder, leased_until, last_started_at, last_finished_at, last_error)
       values ($1, gen_random_uuid(), now() + $2, now() + $3, now() + $4, $5)`,
      [name, leased, started, finished, error],
    );
  await insert('purge trash', ['-5 min', '-5 min', '-5 min']);
  await insert('count members', ['1 min', '0 min', '-1 min']);
  await insert('an older chore', ['-2 days', '-2 days', '-2 days'], 'disk full');
  expect((await look())[3]).toEqual({
    ok: true,
    what: expect.stringMatching(/^housekeeping: 2 chores, the last at 20\d\d-/),
  });
  await insert('erase accounts', ['-1 min', '-1 min', '-1 min'], 'disk full');
  await insert('remove files', ['-1 min', '-2 min', '-9 min']);
  expect((await look()).slice(3, 5)).toEqual([
    {
      ok: false,
      what: expect.stringMatching(/^housekeeping: "erase accounts" failed at 20\d\d-.*: disk full$/),
      remedy: expect.stringContaining('retried automatically'),
    },
    {
      ok: false,
      what: expect.stringMatching(/^housekeeping: "remove files" started at 20\d\d-.* and never finished$/),
      remedy: expect.stringContaining('start it'),
    },
  ]);
});

test('what is pending is named, and an empty database stays empty', async ({ copy, look, ownDb }) => {
  writeFileSync(join(copy, '9999-later.sql'), 'select 1');
  expect(await look(copy)).toEqual([
    answers,
    {
      ok: false,
      what: 'migrations: 9999-later.sql not applied',
      remedy: expect.stringContaining('start Lectern'),
    },
  ]);
  await ownDb.pool.query('drop schema public cascade');
  await ownDb.pool.query('create schema public');
  const [, migrations] = await look();
  expect(migrations?.what).toContain('0001-foundation.sql');
  const { rows } = await ownDb.pool.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(rows).toEqual([]);
});

test('an edited file and a newer database are told with what to do', async ({ copy, look }) => {
  const last = readdirSync(copy).sort().at(-1) ?? '';
  writeFileSync(join(copy, last), 'select 1');
  const unfit = "migrations: the database doesn't match this version of Lectern";
  expect(await look(copy)).toEqual([
    answers,
    { ok: false, what: unfit, remedy: expect.stringContaining(`${last} was edited after it ran`) },
  ]);
  rmSync(join(copy, last));
  expect(await look(copy)).toEqual([
    answers,
    {
      ok: false,
      what: unfit,
      remedy: expect.stringContaining('The database was created by a newer version of Lectern'),
    },
  ]);
});

test('an embedded database of another version of PostgreSQL, which the start would refuse, is a fault', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-majors-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const look = () => checkDatabase(parseConfig({ DATA_DIR: dataDir }));
  expect(await look()).toEqual([{ ok: true, what: 'database: embedded, created on first start' }]);
  const make = (major: string) => {
    mkdirSync(join(dataDir, 'postgres', major), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', major, 'PG_VERSION'), `${major}\n`);
  };
  make('9');
  expect(await look()).toEqual([
    {
      ok: false,
      what: 'database: of another version of PostgreSQL',
      remedy: expect.stringContaining('carry-over FOLDER'),
    },
  ]);
  make(MAJOR_VERSION);
  expect(await look()).toEqual([
    {
      ok: false,
      what: 'database: its password is gone',
      remedy: expect.stringContaining('postgres-password is missing'),
    },
  ]);
  writePassword(dataDir);
  expect(await look()).toEqual([{ ok: true, what: 'database: embedded, not running' }]);
});

test('a link to a folder of databases that is gone, which the start would refuse, is a fault', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-link-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  symlinkSync(join(dataDir, 'gone'), join(dataDir, 'postgres'));
  const config = parseConfig({ DATA_DIR: dataDir });
  const found = [
    {
      ok: false,
      what: 'database: its folder is gone',
      remedy: expect.stringContaining('links to a missing folder'),
    },
  ];
  expect(await checkDatabase(config)).toEqual(found);
  expect(await checkUpgrade(config, new Date())).toEqual(found);
});

test('no new password is made beside a database of whatever version that lost its own', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-password-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'postgres', '9'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', '9', 'PG_VERSION'), '9\n');
  expect(() => databasePassword(dataDir)).toThrow('Restore it from a copy of DATA_DIR');
  expect(existsSync(join(dataDir, 'secrets'))).toBe(false);
});

function writePassword(dataDir: string): void {
  mkdirSync(join(dataDir, 'secrets'));
  writeFileSync(join(dataDir, 'secrets', 'postgres-password'), 'a password');
}

test('an embedded database that a recovery has moved aside, or whose archive is of another one, is a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [DATA_DIR, WAL_ARCHIVE] = [join(folder, 'data'), join(folder, 'wal')];
  const look = () => checkDatabase(parseConfig({ DATA_DIR, WAL_ARCHIVE }));
  const cluster = join(DATA_DIR, 'postgres', MAJOR_VERSION);
  mkdirSync(join(cluster, 'global'), { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), `${MAJOR_VERSION}\n`);
  writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8192));
  writePassword(DATA_DIR);
  expect(await look()).toEqual([{ ok: true, what: 'database: embedded, not running' }]);
  mkdirSync(WAL_ARCHIVE);
  writeFileSync(join(WAL_ARCHIVE, 'lectern-archive.json'), '{"system":"7","timelines":[]}');
  expect(await look()).toEqual([
    {
      ok: false,
      what: 'database: the archive of its log is of another one',
      remedy: expect.stringContaining('Set WAL_ARCHIVE to an empty folder'),
    },
  ]);
  renameSync(cluster, `${cluster}-before-base`);
  expect(await look()).toEqual([
    {
      ok: false,
      what: 'database: moved aside by a recovery that was interrupted',
      remedy: expect.stringContaining(`Rename that folder to ${cluster}`),
    },
  ]);
});

test('a server that is too old, or that does not answer, is a fault', async () => {
  const { stop, url } = await startOldPostgres('14.9');
  expect(await checkDatabase(parseConfig({ DATABASE_URL: url }))).toEqual([
    {
      ok: false,
      what: 'database: too old',
      remedy: expect.stringContaining('Lectern needs PostgreSQL 15 or later'),
    },
  ]);
  stop();
  expect(await checkDatabase(parseConfig({ DATABASE_URL: 'postgres://x@127.0.0.1:9/x' }))).toEqual([
    {
      ok: false,
      what: 'database: connect ECONNREFUSED 127.0.0.1:9',
      remedy: 'check DATABASE_URL, and that the server is running and accepts connections from this machine',
    },
  ]);
});
