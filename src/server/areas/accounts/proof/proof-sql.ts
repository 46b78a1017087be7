import { type Kysely, sql, type Transaction } from 'kysely';
import type { Proofs } from '#domain/access/people/has-fresh-proof';
import type { DB } from '#server/db/types';

/** What a session has proved, and when; nothing for one that ended meanwhile. */
export async function selectProofs(db: Kysely<DB>, sessionId: string): Promise<Proofs> {
  const row = await db
    .selectFrom('sessions')
    .select(['proved_at', 'factor_proved_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return { provedAt: row?.proved_at ?? new Date(0), factorProvedAt: row?.factor_proved_at ?? null };
}

/** What opens an account besides `removed`, the id of a linked service or of a passkey. */
export async function countSignInMethods(
  trx: Transaction<DB>,
  { issuers, removed, userId }: { userId: string; removed: string; issuers: readonly string[] },
) {
  const { rows } = await sql<{ hasPassword: boolean; services: number; passkeys: number }>`
    select
      exists (select from accounts where user_id = ${userId} and provider_id = 'credential' and password is not null)
        as "hasPassword",
      (select count(*)::int from accounts
        where user_id = ${userId} and id <> ${removed} and provider_id = any (${issuers}::text[])) as services,
      (select count(*)::int from passkeys where user_id = ${userId} and id <> ${removed}) as passkeys`.execute(
    trx,
  );
  return rows[0] ?? { hasPassword: false, services: 0, passkeys: 0 };
}
