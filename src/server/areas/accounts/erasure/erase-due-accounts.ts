import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { countOtherAdministrators } from '../administrators-sql.ts';
import { withdrawByAdministrator } from '../registration/withdraw-by-administrator.ts';
import { selectUser } from '../sql.ts';
import { eraseAccount } from './erase-account.ts';
import { type DueAccount, holdDue, selectDue } from './erase-sql.ts';

const AT_ONCE = 50;

/**
 * Erases the accounts whose time to change one's mind is over, each in a transaction of its own; answers how many. The
 * last administrator waits until there is another one, and who pays until nothing can be charged any more
 * (end-payments.ts). A chore of the school.
 */
export async function eraseDueAccounts(services: Services): Promise<number> {
  const { clock, db, log, payments } = services;
  return forEachDue<DueAccount>({
    log,
    failure: "couldn't erase an account",
    limit: AT_ONCE,
    select: (after, limit) => selectDue(db.kysely, { now: clock.now(), after, limit, payments }),
    run: async ({ id }) => ((await eraseOne(services, id)) ? 1 : 0),
  });
}

/** Whether it was done: its owner may have kept it, or another process have done it, at the same moment. */
async function eraseOne(services: Services, id: string): Promise<boolean> {
  return services.db.transaction(async (trx) => {
    // Of an administrator only: whoever changes rights would wait until all files of a learner are gone.
    const isAdmin = (await selectUser(trx, id))?.is_admin === true;
    const others = isAdmin ? await countOtherAdministrators(trx, id) : 0;
    const user = await holdDue(trx, id, services.clock.now());
    if (!user || (user.is_admin && others === 0)) return false;
    await withdrawByAdministrator(trx, services, systemCaller, id);
    const pseudonym = await eraseAccount(trx, services, id);
    await recordAudit(trx, systemCaller, { action: 'account.erase', entity: 'user', entityId: pseudonym });
    return true;
  });
}
