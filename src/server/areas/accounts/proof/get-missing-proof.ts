import { type MissingProof, missingProof } from '#domain/access/people/has-fresh-proof';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { selectProofs } from './proof-sql.ts';

/** What this session still has to show before a fresh proof is complete. */
export async function getMissingProof({ clock, db }: Services, caller: Caller): Promise<MissingProof> {
  const { sessionId, twoFactorEnabled } = signedIn(caller);
  return missingProof(await selectProofs(db.kysely, sessionId), twoFactorEnabled, clock.now());
}
