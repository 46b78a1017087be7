import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Caller, Services } from '#server/services';
import { endOldestSessions } from '../sql.ts';
import { sessionCookie, signedValue } from './cookies.ts';
import { hashOfToken } from './hash-of-token.ts';

/** How long a session lives without being used, in seconds, until an administrator sets another time. */
const UNTIL_SET = 7 * 24 * 3600;

/** How long a session lives at most from its sign-in on, in seconds, however much it is used (ASVS 7.3.2). */
export const LONGEST_SECONDS = 30 * 24 * 3600;

/** How long a session lives without being used, in seconds. */
export async function sessionSeconds({ settings }: Pick<Services, 'settings'>): Promise<number> {
  const { security } = await settings.current();
  return security === null ? UNTIL_SET : security.sessionMinutes * 60;
}

/** A token of 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url');

const insert = prepared(`
  insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, proved_at, factor_proved_at)
  values ($1, $2, $3, $4, $5, $6, $6, $6, case when $7::boolean then $6::timestamptz end)`);

/**
 * Begins a session with a token of 256 random bits; answers the token, which is kept nowhere. Beyond 50 the one unused
 * the longest ends. `hasFactor`: the second factor was shown as well.
 */
export async function insertSession(
  trx: Transaction<DB>,
  { ipAddress, userAgent }: Caller,
  userId: string,
  { hasFactor = false, now, seconds }: { now: Date; seconds: number; hasFactor?: boolean },
): Promise<string> {
  const token = newToken();
  const expires = new Date(now.getTime() + seconds * 1000);
  await insert(trx, [userId, hashOfToken(token), expires, ipAddress, userAgent, now, hasFactor]);
  await endOldestSessions(trx, userId);
  return token;
}

/** Gives a session another token, and the one before is worth nothing: a token is kept by its browser alone. */
export async function renewToken(trx: Transaction<DB>, sessionId: string): Promise<string | null> {
  const token = newToken();
  const renewed = await trx
    .updateTable('sessions')
    .set({ token: hashOfToken(token) })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  return renewed ? token : null;
}

export function newSessionCookie({ config }: Services, token: string, seconds: number): string {
  return sessionCookie(config, signedValue(token, readAuthSecret(config.dataDir)), seconds);
}
