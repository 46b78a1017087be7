import { certificatePath } from '#domain/certificates/certificate-path';
import { longDate } from '#domain/long-dates';
import { announce } from '#server/db/announce';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { type Ending, selectEnding, takeReminder } from './reminder-sql.ts';

const AT_ONCE = 200;

/**
 * Tells the holders of certificates that end within 30 days, each once and only where it can still be renewed; one that
 * is valid for a month is reported in the second half of it. Each in a transaction of its own: one that fails is logged and
 * tried again the next time. Answers how many. Not audited: nothing is changed by it.
 */
export async function remindCertificates({
  clock,
  db,
  log,
}: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const now = clock.now();
  return forEachDue<Ending>({
    log,
    failure: "couldn't notify the holder of an expiring certificate",
    limit: AT_ONCE,
    select: (after, limit) => selectEnding(db.kysely, { after, limit, now }),
    run: ({ id }) => remindOf(db, id, now),
  });
}

/** How many were reminded: nobody where another process does it at the same moment. */
async function remindOf(db: Services['db'], id: string, now: Date): Promise<number> {
  return db.transaction(async (trx) => {
    const rows = await takeReminder(trx, id, now);
    for (const { expires_at, title, user_id } of rows)
      await announce(trx, {
        kind: 'certificate-ends',
        eventKey: `certificate-ends:${id}`,
        to: { userId: user_id },
        link: certificatePath(id),
        props: { title, day: longDate(expires_at) },
      });
    return rows.length;
  });
}
