import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Passkey } from '#contract/accounts/passkeys';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';

export type PasskeyPurpose = 'register' | 'sign-in' | 'second-factor' | 'prove';

/** How long the browser has to answer, in milliseconds. */
export const ANSWER_MS = 300_000;

const hash = (challenge: string) => createHash('sha256').update(challenge).digest('hex');

/** Makes a challenge of 256 random bits; only its hash is kept, with what it is for. */
export async function insertChallenge(
  db: Reader,
  purpose: PasskeyPurpose,
  now: Date,
  who: { userId?: string; sessionId?: string } = {},
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hash(challenge),
      purpose,
      user_id: who.userId ?? null,
      session_id: who.sessionId ?? null,
      expires_at: new Date(now.getTime() + ANSWER_MS),
    })
    .execute();
  return challenge;
}

/** What a challenge was for, once: it is gone afterwards, whatever the answer is worth. */
export async function deleteChallenge(
  db: Reader,
  challenge: string,
  purposes: readonly PasskeyPurpose[],
  { now, sessionId }: { now: Date; sessionId: string | null },
) {
  return db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash(challenge))
    .where('purpose', 'in', purposes)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', now)
    .returning(['purpose', 'user_id'])
    .executeTakeFirst();
}

export function selectPasskeys(db: Reader, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

type Row = Pick<
  Awaited<ReturnType<typeof selectPasskeys>>[number],
  'id' | 'name' | 'created_at' | 'last_used_at'
>;

export function toPasskey({ created_at, id, last_used_at, name }: Row): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}

/** The passkeys of a person, as the browser is sent those that count. */
export async function selectKnown(db: Reader, userId: string) {
  const rows = await selectPasskeys(db, userId);
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports,
  }));
}

export function selectByCredential(db: Reader, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Writes down that a passkey was used. A counter that does not grow is a copy of it, and so is one that another request
 * has reached meanwhile: PASSKEY_REFUSED. Zero is no counter.
 */
export async function countUse(
  trx: Transaction<DB>,
  { counter, id, now }: { id: string; counter: number; now: Date },
): Promise<void> {
  const used = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new Failure('PASSKEY_REFUSED');
}
