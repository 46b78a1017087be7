import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { type Config, parseConfig } from '#server/config';
import { createLog } from '#server/platform/log';
import { diskStorage } from '#server/platform/storage-disk';
import { createDatabase, dropDatabase, test } from '#tests/kit/database';
import {
  connectionOf,
  fillSchool,
  fingerprint,
  freshName,
  scratchFolder,
  withoutSecrets,
} from '#tests/kit/filled-school';
import { backUpBeforeUpgrade } from '../backup/back-up-before-upgrade.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
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
const backupsIn = ({ backups }: Config) => {
  mkdirSync(backups.folder, { recursive: true });
  return readdirSync(backups.folder);
};

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

  const database = await createDatabase(inject('database'), freshName('rollback'));
  const target = { ...inject('database'), database };
  const restored = join(scratch.path, 'restored');
  try {
    await restoreBackup({
      connection: target,
      file,
      replaces: false,
      storage: diskStorage(restored),
      version: '1.2.3',
      replaceSecret: async () => async () => undefined,
      say: () => undefined,
    });
    expect(await fingerprint(target)).toEqual(before);
    expect(readdirSync(restored).sort()).toEqual(readdirSync(uploads).sort());
    expect(readFileSync(join(restored, readdirSync(restored)[0] ?? ''))).not.toHaveLength(0);
  } finally {
    await dropDatabase(inject('database'), database);
  }
});

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
  expect(await backUpBeforeUpgrade(empty, connection, log)).toBeNull();
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
  const refused = await backUpBeforeUpgrade(config, await connectionOf(ownDb), log, () => 1e6).catch(String);
  expect(refused).toMatch(
    /Couldn't back up before the upgrade: There isn't enough disk space .* 1 MB are free/,
  );
  expect(refused).toContain('BACKUP_BEFORE_UPGRADE=off');
  expect(backupsIn(config)).toEqual([]);
});
