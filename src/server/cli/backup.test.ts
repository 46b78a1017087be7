import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { parseConfig } from '#server/config';
import { openClient } from '#server/db/backup/open-client';
import type { Db } from '#server/db/client';
import { takePathTurn } from '#server/db/presence';
import { openSchoolKey } from '#server/db/school-key/open-school-key';
import { test } from '#tests/kit/database';
import { addressOf, connectionOf, scratchFolder } from '#tests/kit/filled-school';
import { backup } from './backup.ts';

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));

/** A file that a process which was killed has left half-way, and what backs up to it. */
async function prepare(db: Db) {
  const folder = scratchFolder();
  onTestFinished(() => folder.remove());
  const connection = await connectionOf(db);
  const config = parseConfig({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL: addressOf(connection) });
  await openSchoolKey(db.kysely, config);
  const file = join(folder.path, 'backups', 'school.backup');
  mkdirSync(join(file, '..'));
  return { config, connection, file };
}

test('what is left of a backup that was killed takes no room from the next one to the same file', async ({
  ownDb,
}) => {
  const { config, file } = await prepare(ownDb);
  writeFileSync(`${file}.partial`, 'half of it');
  const free = () => (existsSync(`${file}.partial`) ? 200e6 : 9e9);
  expect(await backup(config, file, { replaces: false, encrypts: false, recipients: [], free })).toBe(0);
  expect(readdirSync(join(file, '..'))).toEqual(['school.backup']);
});

test('of two backups to the same file, the second is told, and takes nothing from the first', async ({
  ownDb,
}) => {
  const { config, connection, file } = await prepare(ownDb);
  writeFileSync(`${file}.partial`, 'being written');
  const first = await openClient(connection, 'a backup');
  try {
    await takePathTurn(first, file);
    const options = { replaces: true, encrypts: false, recipients: [] };
    await expect(backup(config, file, options)).rejects.toThrow(`Another process is writing to ${file}.`);
    expect(existsSync(`${file}.partial`)).toBe(true);
  } finally {
    await first.end();
  }
});
