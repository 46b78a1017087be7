import { sql } from 'kysely';
import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { countOtherAdministrators } from '../count-other-administrators.ts';
import { eraseAccount } from './erase-account.ts';

const AT_ONCE = 50;

/**
 * Erases the accounts whose time to change one's mind is over, each in a transaction of its own; answers how many. The
 * last administrator waits until there is another one. A chore of the school.
 */
export async function eraseDueAccounts(services: Services): Promise<number> {
  const { clock, db, log } = services;
  return forEachDue<{ id: string; erase: string }>({
    ...{ log, failure: 'an account could not be erased', limit: AT_ONCE },
    select: async (after, limit) => {
      const { rows } = await sql<{ id: string; erase: string }>`
        select id, erase_at::text as erase from users where erase_at <= ${clock.now()}
          ${after ? sql`and (erase_at, id) > (${after.erase}::timestamptz, ${after.id}::uuid)` : sql``}
        order by erase_at, id limit ${limit}`.execute(db.kysely);
      return rows;
    },
    run: async ({ id }) => ((await eraseOne(services, id)) ? 1 : 0),
  });
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
