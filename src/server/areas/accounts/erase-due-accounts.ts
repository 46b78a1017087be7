import { recordAudit, systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { countOtherAdministrators } from './count-other-administrators.ts';
import { eraseAccount } from './erase-account.ts';

/** So many at most in one go; the rest comes with the next. */
const MOST = 50;

/**
 * Erases the accounts whose time to change one's mind is over, each in a transaction of its own; answers how many. The
 * last administrator waits until there is another one. A chore of the school.
 */
export async function eraseDueAccounts(services: Services): Promise<number> {
  const { clock, db, log } = services;
  const due = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('erase_at', '<=', clock.now())
    .orderBy('erase_at')
    .limit(MOST)
    .execute();
  let count = 0;
  for (const { id } of due) {
    const isErased = await eraseOne(services, id).catch((error: Error) => {
      log.error({ message: error.message }, 'an account could not be erased');
      return false;
    });
    if (isErased) count += 1;
  }
  return count;
}

/** Whether it was done: its owner may have kept it, or another process have done it, at the same moment. */
async function eraseOne(services: Services, id: string): Promise<boolean> {
  return services.db.transaction(async (trx) => {
    const others = await countOtherAdministrators(trx, id);
    const user = await trx
      .selectFrom('users')
      .innerJoin('members', 'members.id', 'users.id')
      .select('members.is_admin')
      .where('users.id', '=', id)
      .where('users.erase_at', '<=', services.clock.now())
      .forUpdate('users')
      .skipLocked()
      .executeTakeFirst();
    if (!user || (user.is_admin && others === 0)) return false;
    const pseudonym = await eraseAccount(trx, services, id);
    await recordAudit(trx, systemCaller, { action: 'account.erase', entity: 'user', entityId: pseudonym });
    return true;
  });
}
