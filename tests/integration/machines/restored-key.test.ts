import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config';
import { openDatabase } from '#server/db/client';
import { openSchoolKey } from '#server/db/school-key/open-school-key';
import { createLog } from '#server/platform/log';
import { startScript } from '#tests/kit/process';
import { type School, signInHead, startSchool } from '../../durability/school-server.ts';
import { openClient, ownDatabase, ownFolder } from './own-database.ts';

const COMMANDS = join(import.meta.dirname, '../../../src/server/cli/lectern.ts');
const SECRET = 'the-secret-of-all-machines-0123456789';

interface Machine {
  readonly url: string;
  readonly dataDir: string;
  /** Empty: it has none. */
  readonly secret?: string;
}

const envOf = ({ secret = SECRET, url }: Machine) => ({
  DATABASE_URL: url,
  ...(secret !== '' && { AUTH_SECRET: secret }),
  LABS: 'off',
});

function start(machine: Machine): School {
  const school = startSchool(machine.dataDir, { env: envOf(machine) });
  onTestFinished(() => school.kill('SIGKILL'));
  return school;
}

async function run(machine: Machine, ...args: string[]): Promise<void> {
  const [code, output] = await answerOf(machine, ...args);
  expect(code, output).toBe(0);
}

async function answerOf(machine: Machine, ...args: string[]): Promise<[number | null, string]> {
  const command = startScript(COMMANDS, args, { env: { DATA_DIR: machine.dataDir, ...envOf(machine) } });
  const code = await command.ended;
  return [code, command.output()];
}

test('a school that one machine has restored starts on another with the same secret, and on none with another one', {
  timeout: 240_000,
}, async () => {
  const old: Machine = { url: (await ownDatabase('template0')).url, dataDir: ownFolder() };
  const first = start(old);
  await first.serves();
  await first.kill('SIGTERM');
  const file = join(ownFolder(), 'school.backup');
  await run(old, 'backup', file);

  const { connection, url } = await ownDatabase('template0');
  const restoring: Machine = { url, dataDir: ownFolder() };
  await run(restoring, 'restore', file);
  // Again, in the place of what was restored.
  await run(restoring, 'restore', '--replace', file);
  expect(existsSync(join(restoring.dataDir, 'secrets', 'auth-secret'))).toBe(false);

  const stranger = start({ url, dataDir: ownFolder(), secret: 'a-secret-of-another-school-9876543210' });
  expect([await stranger.ended, stranger.output()]).toEqual([
    1,
    expect.stringContaining("AUTH_SECRET isn't the secret of this school."),
  ]);
  const dataDir = ownFolder();
  const other = start({ url, dataDir });
  await other.serves();
  await signInHead(other, dataDir);
  const client = await openClient(connection);
  const { rows } = await client.query('select sealed is not null as "isSealed" from school_keys');
  expect(rows).toEqual([{ isSealed: true }]);
});

test('a backup by a command that lacks the key of the school is refused, makes no key, and leaves no file', async () => {
  const { connection, url } = await ownDatabase();
  const [sealed, filed, bare, wrong] = [ownFolder(), ownFolder(), ownFolder(), ownFolder()];
  const backups = ownFolder();
  const file = join(backups, 'school.backup');
  const refusals = async (machines: Machine[]) => {
    const answers: [number | null, string][] = [];
    for (const machine of machines) answers.push(await answerOf(machine, 'backup', file));
    answers.push(await answerOf(machines[0] as Machine, 'backup'));
    return answers;
  };
  putKey(wrong);
  const client = await openClient(connection);

  await expect(refusals([{ url, dataDir: bare, secret: '' }])).resolves.toEqual(
    Array(2).fill([1, `${bare} has no key. Set DATA_DIR to the folder the server uses.\n`]),
  );

  await openKey(connection, { AUTH_SECRET: SECRET, DATA_DIR: sealed });
  const unset = expect.stringContaining(
    "The key of this school is sealed with AUTH_SECRET, which isn't set.",
  );
  expect(
    await refusals([
      { url, dataDir: bare, secret: '' },
      { url, dataDir: wrong, secret: '' },
    ]),
  ).toEqual(Array(3).fill([1, unset]));

  await client.query('delete from school_keys');
  await openKey(connection, { DATA_DIR: filed });
  expect(await refusals([{ url, dataDir: wrong, secret: '' }])).toEqual(
    Array(2).fill([1, expect.stringContaining("isn't the key of this school.")]),
  );
  expect(await refusals([{ url, dataDir: bare, secret: '' }])).toEqual(
    Array(2).fill([1, expect.stringContaining('is missing in')]),
  );
  expect(existsSync(join(bare, 'secrets', 'auth-secret'))).toBe(false);
  expect([...readdirSync(backups), ...readdirSync(join(bare, 'backups'))]).toEqual([]);
  await run({ url, dataDir: filed, secret: '' }, 'backup', file);

  // As it was before keys were kept in the database.
  await client.query('drop table school_keys');
  await run({ url, dataDir: filed, secret: '' }, 'backup', '--force', file);
});

async function openKey(connection: pg.ClientConfig, settings: Record<string, string>): Promise<void> {
  const db = openDatabase({ connection, log: createLog('silent'), maxConnections: 1 });
  await openSchoolKey(db.kysely, parseConfig(settings)).finally(() => db.close());
}

function putKey(dataDir: string): void {
  mkdirSync(join(dataDir, 'secrets'));
  writeFileSync(join(dataDir, 'secrets', 'auth-secret'), `${'x'.repeat(43)}\n`);
}
