import { inject, onTestFinished } from 'vitest';
import { type Db, openDatabase } from '#server/db/client';
import { ViewerChanges } from '#server/db/connections/viewer-changes';
import { listenForNotifications } from '#server/db/notifications';
import { joinKeepers } from '#server/db/presence';
import { createLog } from '#server/platform/log';

const log = createLog('silent');

/** A process of its own number that keeps something of a database in memory, as a start of the server does. */
export async function startKeeper(
  { pool }: Pick<Db, 'pool'>,
  number: number,
  keep: (db: Db, changes: ViewerChanges) => void,
) {
  const connection = { ...inject('database'), database: pool.options.database };
  const heard = await listenForNotifications({
    connection,
    channels: ['viewers'],
    log,
    hold: (client) => joinKeepers(client, number),
  });
  const changes = new ViewerChanges(heard, number);
  await changes.introduce();
  const db = openDatabase({ connection, log, settleViewers: changes.settle });
  keep(db, changes);
  onTestFinished(async () => {
    await db.close();
    await heard.stop();
  });
  return { changes, db, heard };
}
