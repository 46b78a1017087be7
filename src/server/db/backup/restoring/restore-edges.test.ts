import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { replaceAuthSecret } from '#server/areas/accounts/sessions/replace-auth-secret';
import type { Db } from '#server/db/client';
import { runMigrations } from '#server/db/migrating/migrate';
import { readMigrations } from '#server/db/migrating/read-migrations';
import { diskStorage } from '#server/platform/storage-disk';
import { createDatabase, dropDatabase, test } from '#tests/kit/database';
import {
  backUp,
  connectionOf,
  fillSchool,
  fingerprint,
  freshName,
  scratchFolder,
  withoutSecrets,
} from '#tests/kit/filled-school';
import { type RestoreOptions, restoreBackup } from '../restore-backup.ts';

const OLD_KEY = 'the-key-of-the-school-before-1234567890';

/** A school in a file, and an empty database with a data folder that has a key. */
async function prepare(ownDb: Db) {
  const folder = scratchFolder();
  const database = await createDatabase(inject('database'), freshName('edges'));
  onTestFinished(async () => {
    await dropDatabase(inject('database'), database);
    folder.remove();
  });
  const school = await fillSchool(ownDb, folder.path);
  const file = join(folder.path, 'school.backup');
  await backUp(ownDb, school, file);
  const [dataDir, uploads] = [join(folder.path, 'data'), join(folder.path, 'restored')];
  const secrets = join(dataDir, 'secrets');
  mkdirSync(secrets, { recursive: true });
  writeFileSync(join(secrets, 'auth-secret'), `${OLD_KEY}\n`);
  const target = { ...inject('database'), database };
  const options: RestoreOptions = {
    connection: target,
    file,
    replaces: false,
    storage: diskStorage(uploads),
    version: '1.2.3',
    say: () => undefined,
    replaceSecret: (secret) => replaceAuthSecret(dataDir, secret),
    asking: { tries: 3, againMs: 100 },
  };
  const key = (name = 'auth-secret') => readFileSync(join(secrets, name), 'utf8').trim();
  const files = () => (existsSync(uploads) ? readdirSync(uploads) : []);
  return { files, key, options, school, secrets, target };
}

async function ask(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A way to the database that breaks with the commit: as it is sent, or as the server says that it is done. */
async function breakingLine(at: 'asked' | 'done', after: 'open' | 'shut'): Promise<pg.ClientConfig> {
  const { host, port } = inject('database');
  const open = new Set<Socket>();
  let isBroken = false;
  const server = createServer((near) => {
    const far = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const socket of [near, far]) open.add(socket.on('error', () => undefined));
    if (isBroken && after === 'shut') near.destroy();
    const pass = (to: Socket, mark: string) => (part: Buffer) => {
      if (!isBroken && part.includes(mark)) {
        isBroken = true;
        near.resetAndDestroy();
      } else to.write(part);
    };
    near.on('data', pass(far, at === 'asked' ? 'commit\0' : 'never said'));
    far.on('data', pass(near, at === 'done' ? 'COMMIT\0' : 'never said'));
    // Nobody tells the server that the line is broken, as long as there is another.
    near.on('close', () => (isBroken && after === 'open') || far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { host: '127.0.0.1', port: address && typeof address === 'object' ? address.port : 0 };
}

test.for(['while it writes files', 'while it makes the indexes'])(
  'a restore that a person stops %s leaves nothing behind',
  { timeout: 120_000 },
  async (when, { ownDb }) => {
    const { files, key, options, secrets, target } = await prepare(ownDb);
    await options.storage.put('of-the-school-before.webp', Buffer.from('old'));
    const before = await fingerprint(target);
    const ending = new AbortController();
    const stop = () => ending.abort(new Error('The restore was stopped, and the database is unchanged.'));
    const put = async (name: string, bytes: Uint8Array) => {
      await options.storage.put(name, bytes);
      if (when === 'while it writes files') stop();
    };
    // It says how many files there are once it has read all of the backup.
    const say = (line: string) => void (line.startsWith('uploaded files') && setTimeout(stop, 5));
    const stopped = restoreBackup({
      ...options,
      say,
      signal: ending.signal,
      storage: { ...options.storage, put },
    });
    await expect(stopped).rejects.toThrow(/^The restore was stopped, and the database is unchanged\.$/);
    expect(files()).toEqual(['of-the-school-before.webp']);
    expect([key(), readdirSync(secrets)]).toEqual([OLD_KEY, ['auth-secret']]);
    await vi.waitFor(async () => expect(await fingerprint(target)).toEqual(before), { timeout: 20_000 });
  },
);

test('a restore that a person stops gives the tables free, whatever statement is running', async ({
  ownDb,
}) => {
  const { options, target } = await prepare(ownDb);
  // What it asks for lasts until somebody else is done.
  const other = new pg.Client(target);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table categories in share mode');
  const find = async () => {
    // Not within that transaction: it would see the same each time.
    const { rows } = await ownDb.pool.query(
      "select wait_event_type as waits from pg_stat_activity where application_name like '%a restore' and datname = $1",
      [target.database],
    );
    return rows;
  };
  const ending = new AbortController();
  const stopped = restoreBackup({ ...options, signal: ending.signal }).catch(String);
  await vi.waitFor(async () => expect(await find()).toEqual([{ waits: 'Lock' }]), { timeout: 20_000 });
  ending.abort(new Error('asked to'));
  expect(await stopped).toContain('asked to');
  await vi.waitFor(async () => expect(await find()).toEqual([]), { timeout: 10_000 });
}, 60_000);

test('a commit whose answer is lost is done: the key and the files are those of the backup', async ({
  ownDb,
}) => {
  const { files, key, options, school, secrets, target } = await prepare(ownDb);
  const connection = { ...target, ...(await breakingLine('done', 'open')) };
  await restoreBackup({ ...options, connection });
  expect(await fingerprint(target)).toEqual(withoutSecrets(await fingerprint(await connectionOf(ownDb))));
  expect(files()).toEqual(readdirSync(school.uploads));
  expect(key()).not.toBe(OLD_KEY);
  expect(readdirSync(secrets)).toEqual(['auth-secret']);
});

test('a commit that did not arrive is undone, also where the server still waits for it', async ({
  ownDb,
}) => {
  const { files, key, options, secrets, target } = await prepare(ownDb);
  const before = await fingerprint(target);
  const connection = { ...target, ...(await breakingLine('asked', 'open')) };
  await expect(restoreBackup({ ...options, connection })).rejects.toThrow(
    'The restore failed, and the database is unchanged',
  );
  expect(await fingerprint(target)).toEqual(before);
  expect(files()).toEqual([]);
  expect(key()).toBe(OLD_KEY);
  expect(readdirSync(secrets)).toEqual(['auth-secret']);
});

test('where the database cannot be asked nothing is undone, and both keys are there', async ({ ownDb }) => {
  const { files, key, options, school, secrets, target } = await prepare(ownDb);
  const connection = { ...target, ...(await breakingLine('done', 'shut')) };
  const kept = join(secrets, 'auth-secret.before-restore');
  await expect(restoreBackup({ ...options, connection })).rejects.toThrow(
    `the uploaded files of both are there, and ${kept} has the key from before. When the database can be reached, restore again with --replace`,
  );
  expect(files()).toEqual(readdirSync(school.uploads));
  expect(key('auth-secret.before-restore')).toBe(OLD_KEY);
  const theirs = key();
  expect(theirs).not.toBe(OLD_KEY);
  // Another that fails keeps what is kept.
  const second = await replaceAuthSecret(join(secrets, '..'), 'x'.repeat(40));
  expect(key('auth-secret.before-restore-2')).toBe(theirs);
  await second.putBack();
  expect([key(), key('auth-secret.before-restore')]).toEqual([theirs, OLD_KEY]);
  await vi.waitFor(() => restoreBackup({ ...options, replaces: true }), { timeout: 20_000 });
  expect(readdirSync(secrets)).toEqual(['auth-secret']);
});

test('a store that fails after the commit is a warning: the school is restored', async ({ ownDb }) => {
  const { files, options, target } = await prepare(ownDb);
  await options.storage.put('of-the-school-before.webp', Buffer.from('old'));
  const remove = async () => {
    throw new Error('the store is away');
  };
  const restored = await restoreBackup({
    ...options,
    replaces: true,
    storage: { ...options.storage, remove },
  });
  expect(restored.warning).toBe("Something of the school before couldn't be removed: the store is away");
  expect(files()).toContain('of-the-school-before.webp');
  expect(await fingerprint(target)).toEqual(withoutSecrets(await fingerprint(await connectionOf(ownDb))));
});

test('a database of a newer version is refused in words about the restore, also with --replace', async ({
  ownDb,
}) => {
  const { options, target } = await prepare(ownDb);
  await ask(target, "insert into schema_migrations (name, sha256) values ('9999-of-the-future.sql', 'x')");
  const before = await fingerprint(target);
  for (const replaces of [false, true])
    await expect(restoreBackup({ ...options, replaces })).rejects.toThrow(
      /it has 9999-of-the-future\.sql\. This version can't restore into it, even with --replace\. Restore into an empty database/,
    );
  expect(await fingerprint(target)).toEqual(before);
});

test('a restore that fails after migrations ran says that they did', async ({ ownDb }) => {
  const { options } = await prepare(ownDb);
  const database = freshName('older');
  await ask({ ...inject('database'), database: 'postgres' }, `create database ${database}`);
  onTestFinished(() => dropDatabase(inject('database'), database));
  const target = { ...inject('database'), database };
  const migrations = await readMigrations();
  await runMigrations(target, migrations.slice(0, -1));
  await ask(target, "insert into contact_messages (name, email, message) values ('n', 'e', 'm')");
  const lines: string[] = [];
  const failing: RestoreOptions = {
    ...options,
    connection: target,
    replaces: true,
    say: (line) => lines.push(line),
    replaceSecret: async () => {
      throw new Error('the disk is full');
    },
  };
  await expect(restoreBackup(failing)).rejects.toThrow(
    /every row is as it was: the disk is full\nBefore that, the tables .* were updated for this version/,
  );
  expect(lines.join('\n')).toContain(`for this version: ${migrations.at(-1)?.name}`);
});
