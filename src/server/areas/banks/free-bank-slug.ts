import { sql, type Transaction } from 'kysely';
import { freeName } from '#domain/courses/slug';
import type { DB } from '#server/db/types';

/** This slug for a bank or the next free one; until the transaction ends nobody else chooses one. */
export async function freeBankSlug(trx: Transaction<DB>, wanted: string): Promise<string> {
  // Two of one title at the same moment would choose the same slug.
  await sql`select pg_advisory_xact_lock(hashtextextended('slugs of banks', 0))`.execute(trx);
  const rows = await trx.selectFrom('question_banks').select('slug').execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  return freeName(wanted, (name) => taken.has(name));
}
