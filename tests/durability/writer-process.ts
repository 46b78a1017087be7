import { openDatabase } from '#server/db/client';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { migrate } from '#server/db/migrate';
import { createLog } from '#server/platform/log';

/** Writes as fast as it can and says the number of each row that the database has acknowledged. */
const log = createLog('silent');
const engine = await startEmbedded({ dataDir: process.argv[2] ?? '', address: 'http://localhost:1', log });
await migrate(engine.connection);
const db = openDatabase({ connection: engine.connection, log });
const { rows } = await db.pool.query<{ last: number | null }>(
  'select max((message)::int) as last from contact_messages',
);
let number = rows[0]?.last ?? 0;
process.stdout.write(`begin ${number}\n`);

async function write(): Promise<void> {
  for (;;) {
    number += 1;
    const mine = number;
    try {
      await db.kysely
        .insertInto('contact_messages')
        .values({ name: 'n', email: 'e', message: String(mine) })
        .execute();
    } catch {
      // The server was killed: what it did not acknowledge is not counted. It comes back, or we are killed ourselves.
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    process.stdout.write(`ack ${mine}\n`);
  }
}
await Promise.all(Array.from({ length: 4 }, write));
