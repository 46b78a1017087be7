import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { expect } from 'vitest';
import { parseConfig } from '#server/config';
import { CHANNELS } from '#server/db/connections/channels';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { upgradeDatabase } from '#server/db/migrating/upgrade-database';
import { listenForNotifications } from '#server/db/notifications';
import { joinKeepers, PROCESS_NUMBER } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { test } from './engines.ts';

const newRecipient = async () => identityToRecipient(await generateIdentity());

/** A school whose upgrade fails at its first migration. */
function prepareUpgrade(dataDir: string, scratch: string) {
  const log = createLog('silent');
  const config = parseConfig({ DATA_DIR: dataDir });
  readAuthSecret(dataDir);
  const directory = join(scratch, 'migrations');
  cpSync(MIGRATIONS, directory, { recursive: true });
  writeFileSync(
    join(directory, '9999-broken.sql'),
    "create table made (); insert into categories (name, slug) values ('Made', 'made'); select 1/0",
  );
  /** A process that does this as a start of the product does, and ends. */
  const startAnd = async (work: (connection: pg.ClientConfig) => Promise<unknown>) => {
    const engine = await startEmbedded({ dataDir, address: 'a test', log });
    const { connection } = engine;
    const hold = (client: pg.Client) => joinKeepers(client, PROCESS_NUMBER);
    const heard = await listenForNotifications({ connection, channels: CHANNELS, log, hold });
    const done = await work(connection);
    await heard.stop();
    await engine.stop();
    return done;
  };
  const write = (slug: string) =>
    startAnd(async (connection) => {
      const client = new pg.Client(connection);
      await client.connect();
      await client.query('insert into categories (name, slug) values ($1, $1)', [slug]);
      await client.end();
    });
  const upgrade = async (settings = config) => {
    // The names of backups have seconds.
    await wait(1100);
    const failure = await startAnd((connection) =>
      upgradeDatabase(settings, connection, log, directory).catch(String),
    );
    const [name = '', ...others] = readdirSync(settings.backups.folder);
    expect([failure, others]).toEqual([expect.stringMatching(`/${name || 'none'}\\.`), []]);
    return name;
  };
  return { config, upgrade, write };
}

test('a start that fails at its first migration backs up once, and again only after something was written', async ({
  dataDir,
  scratch,
}) => {
  const { config, upgrade, write } = prepareUpgrade(dataDir, scratch);
  await write('first');
  const first = await upgrade();
  expect([await upgrade(), await upgrade()]).toEqual([first, first]);
  // The version before has served meanwhile.
  await write('second');
  const second = await upgrade();
  expect(second).not.toBe(first);
  expect(await upgrade()).toBe(second);
  const file = join(config.backups.folder, second);
  truncateSync(file, statSync(file).size - 1);
  const third = await upgrade();
  expect(third).not.toBe(second);
  // Settings that changed meanwhile hold for it, too.
  const secret = { DATA_DIR: dataDir, LECTERN_BACKUP_PASSPHRASE: 'a quiet sentence to remember' };
  const encrypted = await upgrade(parseConfig(secret));
  expect(encrypted).not.toBe(third);
  expect(await upgrade(parseConfig(secret))).toBe(encrypted);
  const moved = parseConfig({ ...secret, BACKUP_TO: join(scratch, 'elsewhere') });
  expect(await upgrade(moved)).not.toBe(encrypted);
  expect(readdirSync(config.backups.folder)).toEqual([]);
});

test('a backup of an attempt before is made again for another passphrase and for other recipients', {
  timeout: 120_000,
}, async ({ dataDir, scratch }) => {
  const { upgrade, write } = prepareUpgrade(dataDir, scratch);
  await write('first');
  const upgradeWith = (settings: Record<string, string>) =>
    upgrade(parseConfig({ DATA_DIR: dataDir, ...settings }));
  const first = await upgradeWith({ LECTERN_BACKUP_PASSPHRASE: 'a quiet sentence to remember' });
  // Whoever changed it may not know the earlier one any more.
  const second = await upgradeWith({ LECTERN_BACKUP_PASSPHRASE: 'another sentence to remember' });
  expect(second).not.toBe(first);
  const [ada, ben] = [await newRecipient(), await newRecipient()];
  const both = await upgradeWith({ BACKUP_RECIPIENTS: `${ada},${ben}` });
  expect(await upgradeWith({ BACKUP_RECIPIENTS: `${ben},${ada}` })).toBe(both);
  expect(await upgradeWith({ BACKUP_RECIPIENTS: ben })).not.toBe(both);
});
