import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, vi } from 'vitest';
import { type Config, parseConfig } from '#server/config';
import { createLog } from '#server/platform/log';
import { diskStorage } from '#server/platform/storage-disk';
import { createDatabase, dropDatabase, test } from '#tests/kit/database';
import {
  connectionOf,
  fillSchool,
  fingerprint,
  freshName,
  keepSecret,
  scratchFolder,
  withoutSecrets,
} from '#tests/kit/filled-school';
import { backUpBeforeUpgrade } from '../backup/back-up-before-upgrade.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Db } from '../client.ts';
import { MIGRATIONS } from './read-migrations.ts';
import { upgradeDatabase } from './upgrade-database.ts';

const log = createLog('silent');
let scratch = scratchFolder();
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.remove());

/** The migrations of a next version, which has these besides ours. */
function nextVersion(files: Readonly<Record<string, string>>): string {
  const directory = join(scratch.path, 'migrations');
  cpSync(MIGRATIONS, directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

const GOOD = { '9998-new-column.sql': "alter table categories add column color text default 'red'" };
const BROKEN = { ...GOOD, '9999-broken.sql': 'alter table there_is_none add column x text' };
const noteOf = ({ dataDir }: Config) => join(dataDir, 'upgrade-under-way.json');
const backupsIn = ({ backups }: Config) => {
  mkdirSync(backups.folder, { recursive: true });
  return readdirSync(backups.folder);
};

async function schoolOf(db: Db) {
  const { services } = await fillSchool(db, scratch.path);
  const config = parseConfig({ DATA_DIR: services.config.dataDir, BACKUP_TO: join(scratch.path, 'backups') });
  return { config, connection: await connectionOf(db) };
}

async function notedIn({ pool }: Db): Promise<string[]> {
  const { rows } = await pool.query<{ file: string }>('select file from backup_runs');
  return rows.map(({ file }) => file);
}

/** Restores this file with the version before and looks at the database and the folder of uploads. */
async function restored(
  file: string,
  look: (target: pg.ClientConfig, uploads: string) => Promise<void>,
): Promise<void> {
  const database = await createDatabase(inject('database'), freshName('rollback'));
  const connection = { ...inject('database'), database };
  const uploads = join(scratch.path, 'restored');
  try {
    await restoreBackup({
      connection,
      file,
      replaces: false,
      storage: diskStorage(uploads),
      version: '1.2.3',
      replaceSecret: keepSecret,
      say: () => undefined,
    });
    await look(connection, uploads);
  } finally {
    await dropDatabase(inject('database'), database);
  }
}

test('an upgrade that fails half-way is undone with the version before and the backup that was made first', async ({
  ownDb,
}) => {
  const { services, uploads } = await fillSchool(ownDb, scratch.path);
  const { dataDir } = services.config;
  // Where the embedded mode keeps uploads.
  cpSync(uploads, join(dataDir, 'uploads'), { recursive: true });
  const config = parseConfig({ DATA_DIR: dataDir, BACKUP_TO: join(scratch.path, 'backups') });
  const connection = await connectionOf(ownDb);
  const before = withoutSecrets(await fingerprint(connection));
  const failure = await upgradeDatabase(config, connection, log, nextVersion(BROKEN)).catch(String);
  expect(failure).toContain('9999-broken.sql: relation "there_is_none" does not exist');
  const [, file = ''] =
    /backed up before this upgrade: (.*\/upgrade-\w+\.backup)\./.exec(String(failure)) ?? [];
  expect(backupsIn(config)).toEqual([file.split('/').at(-1)]);
  // The first migration stays: the version before refuses this database.
  await expect(upgradeDatabase(config, connection, log)).rejects.toThrow('created by a newer version');

  await restored(file, async (target, folder) => {
    expect(await fingerprint(target)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(readdirSync(uploads).sort());
    expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ''))).not.toHaveLength(0);
  });
});

test('however often an upgrade is started that fails half-way, the backup of the old state stays and is named', async ({
  ownDb,
}) => {
  const { config, connection } = await schoolOf(ownDb);
  const before = withoutSecrets(await fingerprint(connection));
  const directory = nextVersion(BROKEN);
  const failures: unknown[] = [];
  for (let start = 0; start < 5; start += 1)
    failures.push(await upgradeDatabase(config, connection, log, directory).catch(String));
  const [name = '', ...others] = backupsIn(config);
  expect(others).toEqual([]);
  const file = join(config.backups.folder, name);
  for (const failure of failures) expect(failure).toContain(`backed up before this upgrade: ${file}.`);
  // Also for who has turned backups off meanwhile.
  const off = parseConfig({ DATA_DIR: config.dataDir, BACKUP_BEFORE_UPGRADE: 'off' });
  const unsaved = await upgradeDatabase(off, connection, log, directory).catch(String);
  expect(unsaved).toContain(file);
  await restored(file, async (target) => expect(await fingerprint(target)).toEqual(before));

  rmSync(join(directory, '9999-broken.sql'));
  writeFileSync(join(directory, '9999-mended.sql'), 'select 1');
  const older = ['upgrade-20260101T000000Z', 'upgrade-20260102T000000Z', 'upgrade-20260103T000000Z'];
  for (const one of older) writeFileSync(join(config.backups.folder, `${one}.backup`), '');
  expect(await upgradeDatabase(config, connection, log, directory)).toEqual(['9999-mended.sql']);
  expect(await notedIn(ownDb)).toEqual([file]);
  expect(backupsIn(config).sort()).toEqual([`${older[1]}.backup`, `${older[2]}.backup`, name]);
});

test('of two upgrades at the same time, the second one keeps the backup that the first has made', async ({
  ownDb,
}) => {
  const { config, connection } = await schoolOf(ownDb);
  const before = withoutSecrets(await fingerprint(connection));
  const directory = nextVersion(BROKEN);
  const upgrade = (by: pg.ClientConfig) => upgradeDatabase(config, by, log, directory).catch(String);
  const failures: unknown[] = [];
  let connections = 0;
  // The other one happens between the first look at the migrations and the next step. The names of backups have seconds.
  const stream = () => {
    const socket = new Socket();
    connections += 1;
    if (connections === 2)
      socket.connect = ((path: string) => {
        void upgrade(connection)
          .then((failure) => failures.push(failure))
          .then(() => wait(1100))
          .then(() => Socket.prototype.connect.call(socket, path));
        return socket;
      }) as Socket['connect'];
    return socket;
  };
  failures.push(await upgrade({ ...connection, stream }));
  expect(failures).toHaveLength(2);
  const [name = '', ...others] = backupsIn(config);
  expect(others).toEqual([]);
  const file = join(config.backups.folder, name);
  for (const failure of failures) expect(failure).toContain(`backed up before this upgrade: ${file}.`);
  await restored(file, async (target) => expect(await fingerprint(target)).toEqual(before));
});

test('an upgrade that changed nothing is backed up anew, because the version before may have gone on', async ({
  ownDb,
}) => {
  const { config, connection } = await schoolOf(ownDb);
  const directory = nextVersion({ '9998-broken.sql': BROKEN['9999-broken.sql'] });
  await upgradeDatabase(config, connection, log, directory).catch(String);
  await ownDb.pool.query("insert into categories (name, slug) values ('Later', 'later')");
  const before = withoutSecrets(await fingerprint(connection));
  const earlier = backupsIn(config);
  vi.useFakeTimers({ now: Date.now() + 1000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const failure = await upgradeDatabase(config, connection, log, directory).catch(String);
  const [name = '', ...others] = backupsIn(config);
  expect([others, earlier.includes(name)]).toEqual([[], false]);
  expect(failure).toContain(name);
  await restored(join(config.backups.folder, name), async (target) =>
    expect(await fingerprint(target)).toEqual(before),
  );
  // The version before starts again and changes nothing: what the next attempt replaces is still known.
  expect(await upgradeDatabase(config, connection, log)).toEqual([]);
  expect(await notedIn(ownDb)).toEqual([]);
});

test('what is known of an upgrade under way is not taken for nothing when it cannot be read', async ({
  ownDb,
}) => {
  const { config, connection } = await schoolOf(ownDb);
  const directory = nextVersion(BROKEN);
  await upgradeDatabase(config, connection, log, directory).catch(String);
  const made = backupsIn(config);
  const file = join(config.dataDir, 'upgrade-under-way.json');
  // The tests share one folder.
  onTestFinished(() => rmSync(file, { force: true }));
  for (const damaged of ['{"run":', '{}']) {
    writeFileSync(file, damaged);
    await expect(upgradeDatabase(config, connection, log, directory)).rejects.toThrow(`Can't read ${file}`);
  }
  expect(backupsIn(config)).toEqual(made);
});

test('a start that ended before it had noted the backup is made up for by the next one', async ({
  ownDb,
}) => {
  const { config, connection } = await schoolOf(ownDb);
  const directory = nextVersion(GOOD);
  await ownDb.pool.query('alter table backup_runs rename to away');
  await expect(upgradeDatabase(config, connection, log, directory)).rejects.toThrow('backup_runs');
  await ownDb.pool.query('alter table away rename to backup_runs');
  expect(await upgradeDatabase(config, connection, log, directory)).toEqual([]);
  const noted = [join(config.backups.folder, backupsIn(config)[0] ?? '')];
  expect(await notedIn(ownDb)).toEqual(noted);
  expect(await upgradeDatabase(config, connection, log, directory)).toEqual([]);
  expect(await notedIn(ownDb)).toEqual(noted);
});

test('a start that was killed once it had noted the backup is followed by one that notes it no second time', async ({
  ownDb,
}) => {
  const { config, connection } = await schoolOf(ownDb);
  const directory = nextVersion(BROKEN);
  await upgradeDatabase(config, connection, log, directory).catch(String);
  const left = readFileSync(noteOf(config));
  rmSync(join(directory, '9999-broken.sql'));
  await upgradeDatabase(config, connection, log, directory);
  const noted = [join(config.backups.folder, backupsIn(config)[0] ?? '')];
  expect(await notedIn(ownDb)).toEqual(noted);
  writeFileSync(noteOf(config), left);
  expect(await upgradeDatabase(config, connection, log, directory)).toEqual([]);
  expect([await notedIn(ownDb), existsSync(noteOf(config))]).toEqual([noted, false]);
});

test.for([
  ['half-way', BROKEN],
  ['at its first step', { '9998-broken.sql': BROKEN['9999-broken.sql'] }],
] as const)(
  'what an upgrade has left that was stopped %s says nothing about another database in the same place',
  async ([, files], { ownDb }) => {
    const { config, connection } = await schoolOf(ownDb);
    const directory = nextVersion(files);
    await upgradeDatabase(config, connection, log, directory).catch(String);
    const [first = ''] = backupsIn(config);
    const left = readFileSync(noteOf(config), 'utf8');
    writeFileSync(noteOf(config), left.replace(/"server":"\d+"/, '"server":"7"'));
    vi.useFakeTimers({ now: Date.now() + 1000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const failure = await upgradeDatabase(config, connection, log, directory).catch(String);
    const [old, own = '', ...others] = backupsIn(config).sort();
    // The school that was there before has no other way back.
    expect([old, others]).toEqual([first, []]);
    expect(failure).toContain(own);
    expect(readFileSync(noteOf(config), 'utf8')).toContain(own);
    rmSync(noteOf(config));
  },
);

test('an upgrade that goes well notes the backup from before it; the next start makes none', async ({
  ownDb,
}) => {
  const { services } = await fillSchool(ownDb, scratch.path);
  const config = parseConfig({ DATA_DIR: services.config.dataDir, BACKUP_TO: join(scratch.path, 'backups') });
  const connection = await connectionOf(ownDb);
  const directory = nextVersion(GOOD);
  expect(await upgradeDatabase(config, connection, log, directory)).toEqual(['9998-new-column.sql']);
  expect(await upgradeDatabase(config, connection, log, directory)).toEqual([]);
  const { rows } = await ownDb.pool.query('select file, started_at is not null as timed from backup_runs');
  expect(rows).toEqual([{ file: join(config.backups.folder, backupsIn(config)[0] ?? ''), timed: true }]);
});

test('none is made where nothing is in the database, where it is elsewhere, and where the settings say so', async ({
  ownDb,
}) => {
  const connection = await connectionOf(ownDb);
  const DATA_DIR = join(scratch.path, 'data');
  const empty = parseConfig({ DATA_DIR });
  expect(await backUpBeforeUpgrade(empty, connection, { applied: [], log })).toBeNull();
  await ownDb.pool.query("insert into categories (name, slug) values ('Kept', 'kept')");
  const off = parseConfig({ DATA_DIR, BACKUP_BEFORE_UPGRADE: 'off' });
  const elsewhere = parseConfig({ DATA_DIR, DATABASE_URL: 'postgres://school@database/school' });
  for (const [config, column] of [
    [off, 'one'],
    [elsewhere, 'two'],
  ] as const) {
    const directory = nextVersion({ [`999${column.length}-${column}.sql`]: 'select 1' });
    await upgradeDatabase(config, connection, log, directory);
    await ownDb.pool.query("delete from schema_migrations where name like '999%'");
    expect(backupsIn(config)).toEqual([]);
  }
});

test('where the disk has no room for it, the upgrade is refused with what to do, and nothing is changed', async ({
  ownDb,
}) => {
  const config = parseConfig({ DATA_DIR: join(scratch.path, 'data') });
  await ownDb.pool.query("insert into categories (name, slug) values ('Kept', 'kept')");
  const refused = await backUpBeforeUpgrade(config, await connectionOf(ownDb), {
    applied: [],
    free: () => 1e6,
    log,
  }).catch(String);
  expect(refused).toMatch(
    /Couldn't back up before the upgrade: There isn't enough disk space .* 1 MB are free/,
  );
  expect(refused).toContain('BACKUP_BEFORE_UPGRADE=off');
  expect(backupsIn(config)).toEqual([]);
});
