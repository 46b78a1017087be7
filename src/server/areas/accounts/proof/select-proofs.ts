import type { Kysely } from 'kysely';
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
