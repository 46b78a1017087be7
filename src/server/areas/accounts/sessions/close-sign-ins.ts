import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { endKeys } from '../keys/end-keys.ts';
import { dropChallenges } from '../sign-in/challenge-sql.ts';
import { deleteSessions } from '../sql.ts';

/** Ends all that lets somebody use an account now: sessions, API keys, and sign-ins under way. */
export async function closeSignIns(trx: Transaction<DB>, userId: string) {
  const endedSessions = await deleteSessions(trx, userId);
  const endedKeys = await endKeys(trx, userId);
  await dropChallenges(trx, userId);
  return { endedSessions, endedKeys };
}
