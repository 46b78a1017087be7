import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { takeDatabaseAlone } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import { diskStorage } from '#server/platform/storage-disk';
import { s3Storage } from '#server/platform/storage-s3';
import { readS3Url } from '#server/s3-url';
import { makeArchive, partsOf, sealed } from '#tests/kit/backup-archive';
import { createDatabase, dropDatabase, test } from '#tests/kit/database';
import {
  backUp,
  connectionOf,
  fillSchool,
  fingerprint,
  freshName,
  LESSON_FILE,
  scratchFolder,
  withoutSecrets,
} from '#tests/kit/filled-school';
import { startS3Server } from '#tests/kit/s3-server';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';

let folder = scratchFolder();
let databases: string[] = [];
let roles: string[] = [];
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(async () => {
  folder.remove();
  for (const name of databases) await dropDatabase(inject('database'), name);
  for (const role of roles) await administer(`drop role ${role}`);
  databases = [];
  roles = [];
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('database'), database: 'postgres' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function migratedDatabase() {
  const database = await createDatabase(inject('database'), freshName('restored'));
  databases.push(database);
  return { ...inject('database'), database };
}

/** What a restore was given and did. */
function restoring(connection: pg.ClientConfig, file: string, replaces = false) {
  const uploads = join(folder.path, 'restored');
  const secrets: string[] = [];
  const options: RestoreOptions = {
    connection,
    file,
    replaces,
    storage: diskStorage(uploads),
    version: '1.2.3',
    say: () => undefined,
    replaceSecret: async (secret) => {
      secrets.push(secret);
      return { kept: null, putBack: async () => void secrets.pop(), forget: async () => undefined };
    },
  };
  return { options, secrets, uploads, run: () => restoreBackup(options) };
}

const filesIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'hex')]));

test('a restored school is the same in every row, file, sequence, index, constraint and trigger', async ({
  ownDb,
}) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  const lines = await backUp(ownDb, school, file);
  expect(lines).toContain('contact_messages: 1 row');
  const target = await migratedDatabase();
  const { run, secrets, uploads } = restoring(target, file);
  const manifest = await run();
  expect(manifest).toMatchObject({ version: '1.2.3', madeAt: '2026-11-20T12:00:00.000Z' });
  const restored = await fingerprint(target);
  expect(restored).toEqual(withoutSecrets(await fingerprint(await connectionOf(ownDb))));
  for (const table of ['users', 'two_factor', 'audit_log', 'course_search', 'search_words'])
    expect(restored[table], table).not.toMatch(/^0 /);
  expect(filesIn(uploads)).toEqual(filesIn(school.uploads));
  const lessonFiles = Object.entries(filesIn(uploads)).filter(([name]) => /^content-.*\.csv$/.test(name));
  expect(lessonFiles.map(([, bytes]) => bytes)).toEqual([LESSON_FILE.toString('hex')]);
  expect(Object.keys(filesIn(uploads)).filter((name) => name.endsWith('-640.webp'))).toHaveLength(1);
  expect(secrets[0]).toHaveLength(43);
});

test('files of an object store are in the backup, and go into the store that is set where it is restored', async ({
  ownDb,
}) => {
  const school = await fillSchool(ownDb, folder.path);
  const bucket = await startS3Server();
  try {
    const storage = s3Storage(readS3Url(bucket.url()));
    for await (const key of school.services.storage.list())
      await storage.put(key, (await school.services.storage.get(key)) ?? Buffer.alloc(0));
    const file = join(folder.path, 'school.backup');
    await backUp(ownDb, { ...school, services: { ...school.services, storage } }, file);
    const { run, uploads } = restoring(await migratedDatabase(), file);
    await run();
    expect(filesIn(uploads)).toEqual(filesIn(school.uploads));
    bucket.files.clear();
    const second = restoring(await migratedDatabase(), file);
    await restoreBackup({ ...second.options, storage });
    expect([...bucket.files.keys()].sort()).toEqual(Object.keys(filesIn(uploads)).sort());
  } finally {
    await bucket.stop();
  }
});

test('numbers that the database gives go on after those that were given', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const target = await migratedDatabase();
  await restoring(target, file).run();
  const client = new pg.Client(target);
  await client.connect();
  try {
    const { rows } = await client.query<{ is_next: boolean }>(
      `with made as (insert into audit_log (actor_kind, action, entity) values ('system', 'x', 'x') returning id)
       select (select id from made) = (select max(id) + 1 from audit_log) as is_next`,
    );
    expect(rows).toEqual([{ is_next: true }]);
  } finally {
    await client.end();
  }
});

test('a role without any privilege restores into an empty database that it owns', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const name = freshName('plain');
  await administer(`create role ${name} login password 'plain' nosuperuser nocreatedb nocreaterole`);
  roles.push(name);
  await administer(`create database ${name} owner ${name}`);
  databases.push(name);
  const target = { ...inject('database'), database: name, user: name, password: 'plain' };
  await restoring(target, file).run();
  expect(await fingerprint(target)).toEqual(withoutSecrets(await fingerprint(await connectionOf(ownDb))));
});

test('a school in use is refused with what is in it, and replaced when asked', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const target = await connectionOf(ownDb);
  const before = await fingerprint(target);
  await ownDb.kysely.deleteFrom('contact_messages').execute();
  await ownDb.kysely.updateTable('users').set({ name: 'Changed' }).execute();
  const changed = await fingerprint(target);
  const { options, uploads } = restoring(target, file);
  mkdirSync(uploads);
  writeFileSync(join(uploads, 'of-the-old-school.webp'), 'old');
  await expect(restoreBackup(options)).rejects.toThrow(
    /already contains a school \(.*\d+ in users.*\).*add --replace/,
  );
  expect(await fingerprint(target)).toEqual(changed);
  expect(Object.keys(filesIn(uploads))).toEqual(['of-the-old-school.webp']);
  await restoreBackup({ ...options, replaces: true });
  expect(await fingerprint(target)).toEqual(withoutSecrets(before));
  expect(filesIn(uploads)).toEqual(filesIn(school.uploads));
});

test('when the last step fails everything is as it was: rows, files and the key', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const target = await migratedDatabase();
  const before = await fingerprint(target);
  const { options, secrets, uploads } = restoring(target, file);
  const replaceSecret = async () => {
    throw new Error('the disk is full');
  };
  await expect(restoreBackup({ ...options, replaceSecret })).rejects.toThrow(
    'The restore failed, and the database is unchanged: the disk is full',
  );
  expect(await fingerprint(target)).toEqual(before);
  expect(filesIn(uploads)).toEqual({});
  expect(secrets).toEqual([]);
});

test('a backup of another migration state is refused with the version that made it', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  await ownDb.pool.query(
    `insert into schema_migrations (name, sha256) values ('9999-of-the-future.sql', $1)`,
    ['a'.repeat(64)],
  );
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const target = await migratedDatabase();
  const { run } = restoring(target, file);
  await expect(run()).rejects.toThrow(
    /was created by Lectern 1\.2\.3 with its database at 9999-of-the-future\.sql; this is Lectern .* Restore it with the version that created it, then upgrade\./,
  );
  // The version that made it is the new one, which can't restore it.
  for (const name of ['upgrade-20261126T040000Z.backup', 'fetched-7-upgrade-20261126T040000Z.backup']) {
    cpSync(file, join(folder.path, name));
    const refused = await restoring(target, join(folder.path, name)).run().catch(String);
    expect(refused).toContain('Restore it with the version that ran before that upgrade');
    expect(refused).not.toContain('the version that created it');
  }
});

test('rows that break a rule of the tables are refused by the database, and nothing is changed', async ({
  ownDb,
}) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const parts = await partsOf(file);
  const target = await migratedDatabase();
  const before = await fingerprint(target);
  const hostile = (table: string, change: (rows: string) => string) =>
    sealed(
      parts.map((part) =>
        part.name === `tables/${table}/0000000`
          ? { ...part, bytes: Buffer.from(change(part.bytes.toString())) }
          : part,
      ),
    );
  const first =
    parts
      .find(({ name }) => name === 'tables/users/0000000')
      ?.bytes.toString()
      .split('\n')[0] ?? '';
  for (const [reason, changed] of [
    ['could not create unique index', hostile('users', (rows) => rows.replace(/\n[^\n]*/, `\n${first}`))],
    ['users should have', hostile('users', (rows) => `${first}\n${rows}`)],
    ['users should have', hostile('users', () => `${first}\n`)],
    ['invalid input syntax', hostile('two_factor', (rows) => `x${rows}`)],
    ['missing data for column', hostile('audit_log', () => '1\n'.repeat(100_000))],
  ] as const) {
    const { run, uploads } = restoring(target, await makeArchive(join(folder.path, 'hostile'), changed));
    await expect(run(), reason).rejects.toThrow(reason);
    expect(await fingerprint(target), reason).toEqual(before);
    expect(filesIn(uploads), reason).toEqual({});
  }
});

test('a table that comes in many pieces is put together again', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  await ownDb.pool.query(
    `insert into contact_messages (name, email, message)
     select 'n', 'e', repeat(md5(n::text) || E'\\t\\n', 3000) from generate_series(1, 100) n`,
  );
  await ownDb.pool.query(
    `insert into contact_messages (name, email, message) values ('large', 'e', repeat('x', 9000000))`,
  );
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const pieces = (await partsOf(file)).filter(({ name }) => name.startsWith('tables/contact_messages/'));
  expect(pieces.length).toBeGreaterThan(4);
  const target = await migratedDatabase();
  await restoring(target, file).run();
  expect(await fingerprint(target)).toEqual(withoutSecrets(await fingerprint(await connectionOf(ownDb))));
});

test('whoever starts during a restore is told to wait', async ({ ownDb }) => {
  const connection = await connectionOf(ownDb);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await takeDatabaseAlone(client);
    const { listenForNotifications } = await import('#server/db/notifications');
    const start = listenForNotifications({ connection, channels: ['content'], log: createLog('silent') });
    await expect(start).rejects.toThrow('A backup is being restored into this database.');
  } finally {
    await client.end();
  }
});

test('while somebody uses the database it is not replaced, and the sentence names who', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const target = await migratedDatabase();
  const { listenForNotifications } = await import('#server/db/notifications');
  const server = await listenForNotifications({
    connection: target,
    channels: ['content'],
    log: school.services.log,
    name: 'lectern pid 7 on http://localhost:3000',
  });
  try {
    await expect(restoring(target, file).run()).rejects.toThrow(
      'This database is in use by lectern pid 7 on http://localhost:3000. Stop it first.',
    );
  } finally {
    await server.stop();
  }
  await restoring(target, file).run();
});

test('the file is for its owner only, never half there, and an existing one is kept unless asked', async ({
  ownDb,
}) => {
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  writeFileSync(`${file}.partial`, 'left over', { mode: 0o644 });
  await backUp(ownDb, school, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).sort()).toEqual(['school.backup', 'uploads']);
  const first = readFileSync(file);
  await expect(backUp(ownDb, school, file)).rejects.toThrow(
    'already exists. Choose another name, or add --force',
  );
  expect(readFileSync(file).equals(first)).toBe(true);
  await backUp(ownDb, school, file, { replaces: true });
  const failing = {
    ...school,
    services: { ...school.services, storage: unreadable(school.services.storage) },
  };
  await expect(backUp(ownDb, failing, join(folder.path, 'second'))).rejects.toThrow('cannot be read');
  expect(readdirSync(folder.path).sort()).toEqual(['school.backup', 'uploads']);
});

function unreadable(storage: RestoreOptions['storage']): RestoreOptions['storage'] {
  return {
    ...storage,
    get: async () => {
      throw new Error('cannot be read');
    },
  };
}

test('what is written while the backup runs is in it whole or not at all', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  let running = true;
  const writer = (async () => {
    for (let number = 0; running; number += 1)
      await ownDb.transaction(async (trx) => {
        const { id } = await trx
          .insertInto('users')
          .values({ name: 'w', email: `w${number}@school.test` })
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('audit_log')
          .values({ actor_kind: 'system', action: 'written', entity: 'user', entity_id: id })
          .execute();
      });
  })();
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  running = false;
  await writer;
  const target = await migratedDatabase();
  await restoring(target, file).run();
  const client = new pg.Client(target);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select 1 from users full join (select entity_id from audit_log where action = 'written') a on a.entity_id = id::text
       where name = 'w' and a.entity_id is null or id is null`,
    );
    expect(rows).toEqual([]);
  } finally {
    await client.end();
  }
});
