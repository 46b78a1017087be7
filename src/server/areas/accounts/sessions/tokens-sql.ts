import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { INVITATION_DAYS } from '#domain/accounts/invitation';
import type { DB } from '#server/db/types';

export type TokenPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'confirm-address'
  | 'undo-address'
  | 'invitation';

const HOUR_MS = 3_600_000;
/** How long a link in a mail works, in hours. */
const HOURS: Readonly<Record<TokenPurpose, number>> = {
  'verify-email': 24,
  'reset-password': 1,
  'confirm-address': 24,
  // As long as a change can be confirmed, and seven days after.
  'undo-address': 8 * 24,
  invitation: INVITATION_DAYS * 24,
};

const identifier = (purpose: TokenPurpose, token: string) =>
  `${purpose}:${createHash('sha256').update(token).digest('hex')}`;

/** Makes a token of 256 random bits; only its hash is kept, with what it stands for. */
export async function issueToken(
  trx: Transaction<DB>,
  purpose: TokenPurpose,
  value: object,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('verifications')
    .values({
      identifier: identifier(purpose, token),
      value: JSON.stringify(value),
      expires_at: new Date(now.getTime() + HOURS[purpose] * HOUR_MS),
    })
    .execute();
  return token;
}

/** What a token stands for, once; null when it is unknown, used or expired. */
export async function consumeToken(
  trx: Transaction<DB>,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<unknown> {
  const row = await trx
    .deleteFrom('verifications')
    .where('identifier', '=', identifier(purpose, token))
    .where('expires_at', '>', now)
    .returning('value')
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as unknown) : null;
}

/** What a token stands for, without using it up; null when it is unknown, used or expired. */
export async function peekToken(
  db: Kysely<DB>,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<unknown> {
  const row = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifier(purpose, token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as unknown) : null;
}

/** Written out, so that the indexes of each are used. */
const ABOUT = {
  'verify-email': sql`identifier like 'verify-email:%' and value::jsonb ->> 'userId'`,
  'reset-password': sql`identifier like 'reset-password:%' and value::jsonb ->> 'userId'`,
  invitation: sql`identifier like 'invitation:%' and value::jsonb ->> 'invitationId'`,
};

/** Ends all tokens of the account or the invitation of this id. */
export async function dropTokens(
  trx: Transaction<DB>,
  purpose: keyof typeof ABOUT,
  id: string,
): Promise<void> {
  await sql`delete from verifications where ${ABOUT[purpose]} = ${id}`.execute(trx);
}

/**
 * What the links to confirm registrations of this account stand for that work now, the newest first, those of one
 * registration once.
 */
export async function selectRegistrations(
  db: Kysely<DB>,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<unknown[]> {
  const { rows } = await sql<{ value: string }>`
    select value from verifications
    where identifier like 'verify-email:%' and value::jsonb ->> 'userId' = ${userId} and expires_at > ${now}
    group by value order by max(created_at) desc, max(expires_at) desc limit ${limit}`.execute(db);
  return rows.map(({ value }) => JSON.parse(value) as unknown);
}
