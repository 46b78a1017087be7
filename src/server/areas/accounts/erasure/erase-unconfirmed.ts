import { systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { dropUnconfirmed } from './drop-unconfirmed.ts';
import { holdUnconfirmed, selectUnconfirmed } from './unconfirmed-sql.ts';

const AT_ONCE = 50;
/** How long an account waits for its confirmation; a link works for a day, and another can be asked for. */
const WAITING_DAYS = 7;

/**
 * Erases accounts that nobody confirmed within a week (decision 285): they hold the name and address of whoever a form named. Each
 * in a transaction of its own; answers how many. A chore of the school.
 */
export async function eraseUnconfirmed(services: Services): Promise<number> {
  const { clock, db, log } = services;
  const now = clock.now();
  const border = new Date(now.getTime() - WAITING_DAYS * 24 * 3_600_000);
  return forEachDue({
    log,
    failure: "couldn't erase an account that was never confirmed",
    limit: AT_ONCE,
    select: (after: { id: string; at: string } | undefined, limit) =>
      selectUnconfirmed(db.kysely, { after, border, limit, now }),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        const account = await holdUnconfirmed(trx, id, { border, now });
        if (!account) return 0;
        await dropUnconfirmed(trx, services, systemCaller, account, async () => undefined);
        return 1;
      }),
  });
}
