import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { type School, signInHead, startSchool } from '../../durability/school-server.ts';
import { openClient, ownDatabase, ownFolder } from './own-database.ts';

const COMMANDS = join(import.meta.dirname, '../../../src/server/cli/lectern.ts');
const SECRET = 'the-secret-of-all-machines-0123456789';

interface Machine {
  readonly url: string;
  readonly dataDir: string;
  readonly secret?: string;
}

const envOf = ({ secret = SECRET, url }: Machine) => ({
  DATABASE_URL: url,
  AUTH_SECRET: secret,
  LABS: 'off',
});

function start(machine: Machine): School {
  const school = startSchool(machine.dataDir, { env: envOf(machine) });
  onTestFinished(() => school.kill('SIGKILL'));
  return school;
}

async function run(machine: Machine, ...args: string[]): Promise<void> {
  const command = startScript(COMMANDS, args, { env: { DATA_DIR: machine.dataDir, ...envOf(machine) } });
  expect(await command.ended, command.output()).toBe(0);
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
