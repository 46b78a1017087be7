import { hasFreshProof } from '#domain/access/people/has-fresh-proof';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { selectProofs } from './proof-sql.ts';

/**
 * For what a stolen session must not do: fails with PROOF_REQUIRED unless its owner proved lately to be there, with the
 * second factor as well where the account has one, and with SUPPORT_CLOSED in a support session, where somebody else sits.
 */
export async function demandFreshProof({ clock, db }: Services, caller: Caller): Promise<void> {
  const { sessionId, support, twoFactorEnabled } = signedIn(caller);
  if (support) authorise({ allowed: false, reason: 'support-closed' });
  authorise(hasFreshProof(await selectProofs(db.kysely, sessionId), twoFactorEnabled, clock.now()));
}
