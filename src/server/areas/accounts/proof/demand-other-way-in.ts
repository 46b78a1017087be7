import { sql, type Transaction } from 'kysely';
import { canRemoveWayIn } from '#domain/access/people/can-remove-way-in';
import { authorise } from '#server/authorise';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';

/** The person, held until the end of the transaction: what counts their ways in comes one after the other. */
export async function holdPerson(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/**
 * For what takes a linked service or a passkey away: fails with LAST_SIGN_IN when nothing is left to sign in with. The
 * person is held before.
 */
export async function demandOtherWayIn(
  trx: Transaction<DB>,
  { signIns }: Pick<Services, 'signIns'>,
  { removed, userId }: { userId: string; removed: string },
): Promise<void> {
  const issuers = [...signIns.values()].map(({ issuer }) => issuer);
  const { rows } = await sql<{ hasPassword: boolean; services: number; passkeys: number }>`
    select
      exists (select from accounts where user_id = ${userId} and provider_id = 'credential' and password is not null)
        as "hasPassword",
      (select count(*)::int from accounts
        where user_id = ${userId} and id <> ${removed} and provider_id = any (${issuers}::text[])) as services,
      (select count(*)::int from passkeys where user_id = ${userId} and id <> ${removed}) as passkeys`.execute(
    trx,
  );
  const [ways = { hasPassword: false, services: 0, passkeys: 0 }] = rows;
  authorise(canRemoveWayIn(ways));
}
