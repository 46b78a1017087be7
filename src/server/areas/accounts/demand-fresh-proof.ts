import { hasFreshProof } from '#domain/access/has-fresh-proof';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { signedIn } from './signed-in.ts';

/**
 * For what a stolen session must not do: fails with PROOF_REQUIRED unless its owner proved lately to be there, and with
 * SUPPORT_CLOSED in a support session, where somebody else sits.
 */
export async function demandFreshProof({ clock, db }: Services, caller: Caller): Promise<void> {
  const { sessionId, support } = signedIn(caller);
  if (support) authorise({ allowed: false, reason: 'support-closed' });
  const row = await db.kysely
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  authorise(hasFreshProof(row?.proved_at ?? new Date(0), clock.now()));
}
