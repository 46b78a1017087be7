import type { Transaction } from 'kysely';
import { canRemoveWayIn } from '#domain/access/people/can-remove-way-in';
import { authorise } from '#server/authorise';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { countWaysIn } from './proof-sql.ts';

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
  authorise(canRemoveWayIn(await countWaysIn(trx, { userId, removed, issuers })));
}
