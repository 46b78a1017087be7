import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';
import { cookiePrefix, ownCookie, signedValue } from '../sessions/cookies.ts';

/** How long the second step of a sign-in may take, in seconds. */
const CHALLENGE_SECONDS = 600;

/** Remembers who is half-way through a sign-in, in the shape in which the library's second step looks for it. */
export async function openChallenge(trx: Transaction<DB>, userId: string): Promise<string> {
  const identifier = `2fa-${randomBytes(24).toString('base64url')}`;
  const expires_at = sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`;
  await trx
    .insertInto('verifications')
    .values([
      { identifier, value: userId, expires_at },
      { identifier: `2fa-attempts-${identifier}`, value: '0', expires_at },
    ])
    .execute();
  return identifier;
}

export function challengeCookie({ config }: Services, identifier: string): string {
  const value = signedValue(identifier, readAuthSecret(config.dataDir));
  return ownCookie(config, `${cookiePrefix(config)}.two_factor`, value, CHALLENGE_SECONDS);
}

/** Ends the sign-ins of a user that are half-way through: their first step was passed with a password that is over. */
export async function dropChallenges(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .deleteFrom('verifications')
    .where('identifier', 'like', '2fa-%')
    .where('value', '=', userId)
    .execute();
}

/** Who is half-way through the sign-in of this name; null when it is over, by the clock that the library goes by. */
export async function selectChallenged(db: Reader, identifier: string): Promise<string | null> {
  const row = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.value ?? null;
}
