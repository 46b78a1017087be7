import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { SESSION_SECONDS, sessionCookie, signedValue } from './cookies.ts';
import { readAuthSecret } from './read-auth-secret.ts';

/** Begins a session with a token of 256 random bits; answers the token. */
export async function insertSession(
  trx: Transaction<DB>,
  { ipAddress, userAgent }: Caller,
  userId: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token,
      expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000),
      ip_address: ipAddress,
      user_agent: userAgent,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return token;
}

export function newSessionCookie({ config }: Services, token: string): string {
  return sessionCookie(config, signedValue(token, readAuthSecret(config.dataDir)), SESSION_SECONDS);
}
