import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect } from 'vitest';
import { parseConfig } from '#server/config';
import { openClient } from '#server/db/backup/open-client';
import type { Db } from '#server/db/client';
import { takeBackupTurn } from '#server/db/presence';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { diskStorage } from '#server/platform/storage-disk';
import { test } from '#tests/kit/database';
import { connectionOf, scratchFolder } from '#tests/kit/filled-school';
import { startS3Server } from '#tests/kit/s3-server';
import { isEncrypted } from './archive-reader.ts';
import { type MakeOptions, makeBackup } from './make-backup.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { folderPlace } from './places/folder-place.ts';
import { openBackupPlace } from './places/open-places.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { verifyBackup } from './verify-backup.ts';

const NAME = 'school-20261126T030000Z.backup';
const NOW = new Date('2026-11-26T03:00:00Z');
let scratch = scratchFolder();
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.remove());

async function makingIn(db: Db, variables: Record<string, string> = {}) {
  const dataDir = join(scratch.path, 'data');
  readAuthSecret(dataDir);
  const config = parseConfig({ DATA_DIR: dataDir, BACKUP_TO: join(scratch.path, 'backups'), ...variables });
  const place = await openBackupPlace(config.backups);
  const options: MakeOptions = {
    config,
    connection: await connectionOf(db),
    storage: diskStorage(join(dataDir, 'uploads')),
    place,
    folder: config.backups.to.kind === 'folder' ? config.backups.folder : undefined,
    kind: 'school',
    version: '1.2.3',
    now: () => NOW,
  };
  return { options, place };
}
const namesOf = async (place: BackupPlace) => (await place.list()).map(({ name }) => name);

test('a backup goes into the folder, is verified, and says what is to be noted', async ({ ownDb }) => {
  const { options, place } = await makingIn(ownDb);
  const [run] = [await makeBackup(options), await namesOf(place)];
  const [{ bytes = 0 } = {}] = await place.list();
  expect(run).toEqual({
    startedAt: NOW,
    finishedAt: NOW,
    file: join(scratch.path, 'backups', NAME),
    bytes,
    isEncrypted: false,
    version: '1.2.3',
  });
  expect((await verifyBackup(run.file)).manifest.madeAt).toBe(NOW.toISOString());
});

test('in a bucket it is encrypted for its recipients, and for nobody who stays', async ({ ownDb }) => {
  const store = await startS3Server();
  try {
    const identity = await generateIdentity();
    const { options, place } = await makingIn(ownDb, {
      BACKUP_TO: store.url().replace('/school?', '/school/lectern?'),
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
    });
    const run = await makeBackup(options);
    expect(run).toMatchObject({ file: `s3://school/lectern/${NAME}`, isEncrypted: true });
    expect([...store.files.keys()]).toEqual([`lectern/${NAME}`]);
    expect(store.uploads.size).toBe(0);
    const source = place.source(NAME);
    expect(await isEncrypted(source)).toBe(true);
    const { manifest } = await verifyBackup(source, { kind: 'identities', identities: [identity] });
    expect(manifest.version).toBe('1.2.3');
    const stranger = await generateIdentity();
    await expect(verifyBackup(source, { kind: 'identities', identities: [stranger] })).rejects.toThrow(
      'was not encrypted for this identity',
    );
  } finally {
    await store.stop();
  }
});

test('one that can not be read back is removed, and the ones before stay', async ({ ownDb }) => {
  const { options, place } = await makingIn(ownDb);
  await makeBackup({ ...options, now: () => new Date('2026-11-25T03:00:00Z') });
  const half: BackupPlace = {
    ...place,
    source: (name) => ({
      name,
      async *read() {
        for await (const bytes of place.source(name).read()) yield bytes.subarray(0, bytes.length / 2);
      },
    }),
  };
  await expect(makeBackup({ ...options, place: half })).rejects.toThrow(
    "The new backup couldn't be read back, so it was removed",
  );
  expect(await namesOf(place)).toEqual(['school-20261125T030000Z.backup']);
});

test('a backup that would fill the disk is not begun, and says what to do', async ({ ownDb }) => {
  const { options, place } = await makingIn(ownDb);
  await expect(makeBackup({ ...options, free: () => 270e6 })).rejects.toThrow(
    /^There isn't enough disk space for a backup in .*backups: it needs about [\d,]+ MB, and 270 MB are free\. Free up space, or set BACKUP_TO/,
  );
  expect(await namesOf(place)).toEqual([]);
  // The next ones are measured by the last.
  await makeBackup(options);
  const later = { ...options, now: () => new Date('2026-11-27T03:00:00Z') };
  await makeBackup({ ...later, free: () => 290e6 });
  await expect(makeBackup({ ...later, free: () => 260e6 })).rejects.toThrow('enough disk space');
});

test('one that is ended half-way leaves nothing behind', async ({ ownDb }) => {
  const { options } = await makingIn(ownDb);
  const ending = new AbortController();
  const say = (line: string) => {
    if (line.startsWith('audit_log')) ending.abort(new Error('The server stopped.'));
  };
  await expect(makeBackup({ ...options, say, signal: ending.signal })).rejects.toThrow('The server stopped.');
  expect(readdirSync(join(scratch.path, 'backups'))).toEqual([]);
});

test('one that is ended while it is read back is removed', async ({ ownDb }) => {
  const { options, place } = await makingIn(ownDb);
  const ending = new AbortController();
  const ends: BackupPlace = {
    ...place,
    source: (name) => {
      ending.abort(new Error('The server stopped.'));
      return place.source(name);
    },
  };
  const making = makeBackup({ ...options, place: ends, signal: ending.signal });
  await expect(making).rejects.toThrow('The server stopped.');
  expect(await namesOf(place)).toEqual([]);
});

test('two backups are not made at one time', async ({ ownDb }) => {
  const { options, place } = await makingIn(ownDb);
  const other = await openClient(options.connection, 'another backup');
  await takeBackupTurn(other);
  try {
    await expect(makeBackup(options)).rejects.toThrow('Another backup is being made.');
    expect(await namesOf(place)).toEqual([]);
  } finally {
    await other.end();
  }
});

test('people go on writing while a backup is made, and what they write is not in it', async ({ ownDb }) => {
  const { options } = await makingIn(ownDb);
  const written: Promise<unknown>[] = [];
  const say = (line: string) => {
    if (!line.startsWith('accounts:')) return;
    written.push(
      ownDb.pool.query("insert into contact_messages (name, email, message) values ('a', 'b', 'c')"),
      ownDb.pool.query("insert into categories (name, slug) values ('Later', 'later')"),
    );
  };
  const { file } = await makeBackup({ ...options, say });
  await Promise.all(written);
  expect(written).toHaveLength(2);
  const { contents } = await verifyBackup(file);
  const rowsOf = (table: string) => contents.tables.find(({ name }) => name === table)?.rows;
  expect([rowsOf('contact_messages'), rowsOf('categories')]).toEqual([0, 0]);
});

test('old backups go only as far as the settings say, and those before upgrades are counted for themselves', async () => {
  const place = folderPlace(join(scratch.path, 'backups'));
  const day = (number: number) => `202611${String(number).padStart(2, '0')}T030000Z.backup`;
  const upgrades = [1, 2, 3, 4].map((number) => `upgrade-${day(number)}`);
  const ahead = ['3', '2', '1'].map((month) => `upgrade-20280${month}01T030000Z.backup`);
  const nights = [20, 21, 22, 23, 24].map((number) => `school-${day(number)}`);
  for (const name of [...nights, ...upgrades, ...ahead]) {
    const target = place.target(name);
    await target.prepare();
    await target.write((async function* () {})());
    await target.finish();
  }
  const now = new Date('2026-11-24T12:00:00Z');
  const removed = await removeOldBackups(place, { daily: 2, weekly: 2, monthly: 0 }, now);
  expect(removed.sort()).toEqual([`school-${day(20)}`, `school-${day(21)}`, upgrades[0]]);
  expect(await namesOf(place)).toEqual([
    ...ahead,
    ...[24, 23, 22].map((number) => `school-${day(number)}`),
    ...upgrades.slice(1).reverse(),
  ]);
});
