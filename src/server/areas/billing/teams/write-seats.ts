import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { openAccount } from '../ledger/open-account.ts';
import { projectTier } from '../ledger/project-tier.ts';
import { type DueSeat, markWritten, selectChangeNo, selectDueSeats } from './seat-sql.ts';

/** Members of one page; each is written down in a transaction of their own. */
const AT_ONCE = 100;

/**
 * Writes down the plan of every member of a team that changed. A seat remembers up to which change that is done, so that a
 * process that ends halfway is continued by the next. Answers how many plans became others.
 */
export function writeSeats(services: Services): Promise<number> {
  const { db, log } = services;
  return forEachDue<DueSeat>({
    log,
    failure: "couldn't write the plan of a team's member down",
    limit: AT_ONCE,
    select: (after, limit) => selectDueSeats(db.kysely, after?.no ?? 0, limit),
    run: (seat) => writeSeat(services, seat),
  });
}

/** The change is read before what it changed: a later one makes the seat due again. */
function writeSeat({ clock, db }: Services, { id, user_id }: DueSeat): Promise<number> {
  return db.transaction(async (trx) => {
    const now = clock.now();
    const account = await openAccount(trx, user_id, now);
    const changeNo = await selectChangeNo(trx, id);
    const turned = account && (await projectTier(trx, account, now));
    await markWritten(trx, id, changeNo);
    if (!turned || turned.before === turned.after) return 0;
    await recordAudit(trx, systemCaller, {
      action: 'subscription.change',
      entity: 'user',
      entityId: user_id,
      before: { tier: turned.before },
      after: { tier: turned.after },
    });
    return 1;
  });
}
