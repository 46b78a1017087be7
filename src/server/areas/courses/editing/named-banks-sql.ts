import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** Which of these banks there are, by slug; none of them can be deleted until the transaction ends. */
export async function holdBanks(trx: Transaction<DB>, slugs: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from question_banks where slug = any(${[...slugs]}::text[]) order by slug for share`.execute(
    trx,
  );
  return new Set(rows.map(({ slug }) => slug));
}
