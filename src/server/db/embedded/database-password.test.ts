import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { startEmbedded } from './start-embedded.ts';

const scratch = makeScratch('password');
afterAll(() => removeScratch(scratch));
const start = (dataDir: string) => startEmbedded({ dataDir, address: 'a test', log: createLog('silent') });

test('beside a database that a recovery has set aside, neither an empty school nor another password is made', async () => {
  const dataDir = join(scratch, 'half');
  const home = join(dataDir, 'postgres');
  mkdirSync(join(home, '18-before-base'), { recursive: true, mode: 0o711 });
  writeFileSync(join(home, '18-before-base', 'PG_VERSION'), '18\n');
  await expect(start(dataDir)).rejects.toThrow('18-before-base. Nothing was changed');
  expect(existsSync(join(home, '18'))).toBe(false);
  expect(existsSync(join(dataDir, 'secrets', 'postgres-password'))).toBe(false);
});

test('the password of another database is named, with what to do, and stays', async () => {
  const dataDir = join(scratch, 'other');
  await makeReadyFolder(dataDir);
  const file = join(dataDir, 'secrets', 'postgres-password');
  const password = readFileSync(file);
  writeFileSync(file, 'that of another one\n');
  await expect(start(dataDir)).rejects.toThrow(
    `${file} has the password of another database than the one in ${join(dataDir, 'postgres')}. Restore it`,
  );
  expect(readFileSync(file, 'utf8')).toBe('that of another one\n');
  rmSync(file);
  writeFileSync(file, password, { mode: 0o600 });
  await (await start(dataDir)).stop();
});
