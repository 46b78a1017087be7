import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { holdMailDue, selectMailDue } from './mail-sql.ts';
import { writeMails } from './write-mails.ts';

/**
 * Writes the emails whose time has come: reminders, ends, and whatever was learned where nobody wrote them at once. A chore
 * of the school; answers how many.
 */
export async function sendDueMails(services: Services): Promise<number> {
  const { clock, db, log } = services;
  const now = clock.now();
  return forEachDue<{ readonly id: string }>({
    log,
    failure: "couldn't write an email about billing",
    limit: 100,
    select: (after, limit) => selectMailDue(db.kysely, now, after, limit),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        const account = await holdMailDue(trx, id, now);
        return account ? (await writeMails(trx, services, account, now)).length : 0;
      }),
  });
}
