import type { Transaction } from 'kysely';
import { canRemoveSignInMethod } from '#domain/access/people/can-remove-sign-in-method';
import { authorise } from '#server/authorise';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { countSignInMethods } from './proof-sql.ts';

/**
 * For what takes a linked service or a passkey away: fails with LAST_SIGN_IN when nothing is left to sign in with. The
 * person is held before.
 */
export async function demandOtherSignInMethod(
  trx: Transaction<DB>,
  { signIns }: Pick<Services, 'signIns'>,
  { removed, userId }: { userId: string; removed: string },
): Promise<void> {
  const issuers = [...signIns.values()].map(({ issuer }) => issuer);
  authorise(canRemoveSignInMethod(await countSignInMethods(trx, { userId, removed, issuers })));
}
