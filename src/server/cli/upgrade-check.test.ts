import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { parseConfig } from '#server/config';
import { lastBackup } from '#server/db/backup/backup-runs-sql';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { test } from '#tests/kit/database';
import { checkUpgrade } from './upgrade-check.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = new Date('2026-11-26T12:00:00Z');

function configFor(database: string) {
  const { host, password, port, user } = inject('database');
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return parseConfig({ DATA_DIR: folder, DATABASE_URL: url });
}

/** The migrations of the next version: ours and one more. */
function nextMigrations(): string {
  const next = join(folder, 'migrations');
  mkdirSync(next);
  for (const name of readdirSync(MIGRATIONS)) copyFileSync(join(MIGRATIONS, name), join(next, name));
  writeFileSync(join(next, '9999-next.sql'), 'select 1;');
  return next;
}

test('an upgrade names what it would apply, and asks for a backup until there is a fresh one', async ({
  ownDb,
}) => {
  const { rows } = await ownDb.pool.query('select current_database() as name');
  const config = configFor(rows[0].name);
  expect((await checkUpgrade(config, NOW)).map(({ ok }) => ok)).toEqual([true]);
  const migrations = nextMigrations();
  const before = await checkUpgrade(config, NOW, migrations);
  expect(before[0]?.what).toBe('migrations to apply: 9999-next.sql');
  expect(before[1]).toMatchObject({ ok: false, what: 'last backup: none recorded' });
  expect(before.at(-1)?.what).toContain('CHANGELOG.md');
  await ownDb.pool.query(
    `insert into backup_runs (finished_at, version, file, bytes, is_encrypted)
     values ('2026-11-26T11:00:00Z', '1.2.3', '/backups/one.backup', 5000000000, true)`,
  );
  expect((await checkUpgrade(config, NOW, migrations)).every(({ ok }) => ok)).toBe(true);
  const later = new Date('2026-11-28T12:00:00Z');
  expect((await checkUpgrade(config, later, migrations))[1]?.ok).toBe(false);
  expect(await lastBackup(ownDb.kysely)).toEqual({
    finishedAt: new Date('2026-11-26T11:00:00Z'),
    version: '1.2.3',
    file: '/backups/one.backup',
    bytes: 5_000_000_000,
    isEncrypted: true,
  });
});

test('a backup made while the clock was ahead is no fresh one, and hides none', async ({ ownDb }) => {
  const { rows } = await ownDb.pool.query('select current_database() as name');
  const config = configFor(rows[0].name);
  const migrations = nextMigrations();
  const note = (finishedAt: Date) =>
    ownDb.pool.query(
      `insert into backup_runs (finished_at, version, file, bytes, is_encrypted) values ($1, '1.2.3', 'one', 5, true)`,
      [finishedAt],
    );
  await note(new Date('2099-01-01T00:00:00Z'));
  expect((await checkUpgrade(config, NOW, migrations))[1]).toMatchObject({ ok: false });
  await note(new Date('2026-11-26T11:00:00Z'));
  expect((await checkUpgrade(config, NOW, migrations))[1]).toMatchObject({
    ok: true,
    what: 'last backup: 2026-11-26T11:00:00.000Z, one',
  });
});

test('an upgrade says for what requests will wait, and how long, where that is worth a word', async ({
  ownDb,
}) => {
  const { rows } = await ownDb.pool.query('select current_database() as name');
  const config = configFor(rows[0].name);
  await ownDb.pool.query("delete from schema_migrations where name >= '0227'");
  const waits = async () =>
    (await checkUpgrade(config, NOW)).filter(({ what }) => what.includes('wait')).map(({ what }) => what);
  expect(await waits()).toEqual([]);
  await ownDb.pool.query("update pg_class set reltuples = 502401 where relname = 'enrolments'");
  await ownDb.pool.query("update pg_class set reltuples = 40000 where relname = 'certificates'");
  expect(await waits()).toEqual([
    '0228-learners-by-name.sql: requests that need enrolments wait about 15 seconds (502401 rows)',
  ]);
});

test('a school of another version of PostgreSQL is named, and nothing is made beside it', async () => {
  mkdirSync(join(folder, 'postgres', '17'), { recursive: true });
  writeFileSync(join(folder, 'postgres', '17', 'PG_VERSION'), '17\n');
  const [finding] = await checkUpgrade(parseConfig({ DATA_DIR: folder }), NOW);
  expect(finding).toMatchObject({ ok: false, what: 'database: of another version of PostgreSQL' });
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['17']);
});
