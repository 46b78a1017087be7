import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { reachDatabase } from './open-services.ts';

const PIECE = /^[0-9A-F]{24}$/;

test('a server that a command starts archives its log, as the one of the school does', async () => {
  const scratch = makeScratch('command');
  onTestFinished(() => removeScratch(scratch));
  const [dataDir, archive] = [join(scratch, 'data'), join(scratch, 'wal')];
  await makeReadyFolder(dataDir);
  const config = parseConfig({ DATA_DIR: dataDir, WAL_ARCHIVE: archive });
  const engine = await reachDatabase(config, createLog('silent'));
  try {
    const client = new pg.Client(engine.connection);
    await client.connect();
    await client.query('create table changed (by_command text)');
    await client.end();
  } finally {
    await engine.stop();
  }
  expect(readdirSync(archive).filter((name) => PIECE.test(name))).not.toEqual([]);
});
