import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { addressNetwork } from '#domain/accounts/address-network';
import { mailboxOf } from '#domain/accounts/mailbox-of';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';

/** How long a code works, and how often it may be wrong: a guess succeeds once in 16,000 days of guessing. */
const CODE_MINUTES = 10;
const TRIES = 3;
/** Codes for one mailbox: from one network in an hour, and from everywhere in a day. */
const BY_NETWORK = 5;
const BY_ADDRESS = 20;

const fingerprint = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');

interface Wanted {
  readonly email: string;
  /** Nobody, for an address without an account. */
  readonly userId: string | null;
  /** A code that proves identity counts for this session only. */
  readonly sessionId?: string;
}

/**
 * Makes a code of six digits and what the browser holds beside it, 256 random bits without which the code is worth
 * nothing. Codes that prove identity are counted apart, for the account: strangers cannot use them up. Fails with RATE_LIMITED,
 * for unknown addresses as for known ones.
 */
export async function insertCode(
  trx: Transaction<DB>,
  caller: Caller,
  { email, sessionId, userId }: Wanted,
  now: Date,
): Promise<{ challenge: string; code: string }> {
  const address =
    sessionId === undefined ? fingerprint('address', mailboxOf(email)) : fingerprint('proof', String(userId));
  const network = fingerprint('network', addressNetwork(caller.ipAddress));
  // Requests for one mailbox are counted one after the other.
  await holdTurn(trx, address);
  const { rows } = await sql<{ wait: number | null }>`
    with counted as (
      select created_at, network_hash = ${network} and created_at > ${now}::timestamptz - interval '1 hour' as is_near
      from email_codes where address_hash = ${address} and created_at > ${now}::timestamptz - interval '1 day')
    select ceil(extract(epoch from greatest(
      -- When the one leaves the window that one fewer would be counted without.
      (select created_at from counted where is_near order by created_at desc offset ${BY_NETWORK - 1} limit 1) + interval '1 hour',
      (select created_at from counted order by created_at desc offset ${BY_ADDRESS - 1} limit 1) + interval '1 day'
    ) - ${now}::timestamptz))::int as wait`.execute(trx);
  const wait = rows[0]?.wait ?? null;
  if (wait !== null) throw new Failure('RATE_LIMITED', { data: { retryAfter: Math.max(1, wait) } });
  const challenge = randomBytes(32).toString('base64url');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await trx
    .insertInto('email_codes')
    .values({
      challenge_hash: fingerprint('challenge', challenge),
      address_hash: address,
      network_hash: network,
      user_id: userId,
      session_id: sessionId ?? null,
      code_hash: fingerprint('code', challenge, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    .execute();
  return { challenge, code };
}

interface Tried {
  readonly challenge: string;
  readonly code: string;
}

/**
 * Whose code this is; every try counts, also of many at the same moment. Fails with CODE_EXPIRED when it is used, too
 * old or was tried too often, INVALID_CODE when it is wrong, both alike for an address without an account.
 */
export async function tryCode(
  { clock, db }: Services,
  { challenge, code }: Tried,
  sessionId: string | null,
): Promise<{ id: string; userId: string }> {
  const row = await db.kysely
    .updateTable('email_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', fingerprint('challenge', challenge))
    .where('session_id', 'is not distinct from', sessionId)
    .where('used_at', 'is', null)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', clock.now())
    .returning(['id', 'user_id', 'code_hash'])
    .executeTakeFirst();
  if (!row) throw new Failure('CODE_EXPIRED');
  const given = Buffer.from(fingerprint('code', challenge, code));
  if (!row.user_id || !timingSafeEqual(given, Buffer.from(row.code_hash)))
    throw new Failure('INVALID_CODE', { fields: { code: m.faults_this_code_doesnt_match_the_one_in() } });
  return { id: row.id, userId: row.user_id };
}

/** Uses a code up, in the transaction of what it is for: of two at the same moment the second fails with CODE_EXPIRED. */
export async function spendEmailCode(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  const spent = await trx
    .updateTable('email_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!spent) throw new Failure('CODE_EXPIRED');
}

/** Ends the codes of a user that are still on their way. */
export async function dropEmailCodes(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('email_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
