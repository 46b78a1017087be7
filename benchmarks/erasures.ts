import { join } from 'node:path';
import type pg from 'pg';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { parseConfig } from '#server/config';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { diskStorage } from '#server/platform/storage-disk';
import { median } from './load.ts';
import { seedHistory } from './seed-history.ts';

const MAILS = 1_000_000;
const ERASURES = 15;
/** Most ms that an erasure may take. */
const LIMIT = 100;

interface School {
  readonly client: pg.Client;
  readonly connection: pg.ClientConfig;
  readonly dataDir: string;
}

/** Prints how long the erasure of a person takes in a school of many mails; answers 1 when that is too long. */
export async function measureErasures({ client, connection, dataDir }: School): Promise<number> {
  await seedHistory(client, MAILS);
  const db = openDatabase({ connection, log: createLog('warn') });
  const { rows } = await client.query(
    "select id from users where email like 'history-%' order by id limit $1",
    [ERASURES],
  );
  const services = {
    clock: { now: () => new Date() },
    config: parseConfig({ DATA_DIR: dataDir }),
    storage: diskStorage(join(dataDir, 'uploads')),
  };
  const times: number[] = [];
  for (const { id } of rows) {
    const begin = performance.now();
    await db.transaction((trx) => eraseAccount(trx, services, id));
    times.push(performance.now() - begin);
  }
  await db.close();
  const ms = median(times);
  console.log(
    `\n${ms > LIMIT ? '!!' : 'ok'} erasure of a person beside ${MAILS.toLocaleString('en')} mails  ${ms.toFixed(0)} ms (limit ${LIMIT})`,
  );
  return Number(ms > LIMIT);
}
