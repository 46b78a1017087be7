import { hasFreshProof } from '#domain/access/has-fresh-proof';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { signedIn } from './signed-in.ts';

/** For what a stolen session must not do: fails with PROOF_REQUIRED unless its owner proved lately to be there. */
export async function demandFreshProof({ clock, db }: Services, caller: Caller): Promise<void> {
  const row = await db.kysely
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', signedIn(caller).sessionId)
    .executeTakeFirst();
  authorise(hasFreshProof(row?.proved_at ?? new Date(0), clock.now()));
}
