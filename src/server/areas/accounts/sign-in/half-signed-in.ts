import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';
import { cookiePrefix, readCookie, verifiedToken } from '../sessions/cookies.ts';
import { selectChallenged } from './challenge-sql.ts';

/** Whoever has passed the first step of a sign-in and holds its cookie; null for everybody else. */
export async function halfSignedIn(
  { config, db }: Services,
  reqHeaders: Headers,
): Promise<{ identifier: string; userId: string } | null> {
  const value = readCookie(reqHeaders.get('cookie') ?? '', `${cookiePrefix(config)}.two_factor`);
  const identifier = value === null ? null : verifiedToken(value, readAuthSecret(config.dataDir));
  if (identifier === null) return null;
  const userId = await selectChallenged(db.kysely, identifier);
  return userId === null ? null : { identifier, userId };
}
