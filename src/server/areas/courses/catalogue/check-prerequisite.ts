import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';

/** Fails with PREREQUISITE_CIRCLE when the course that must come first is unknown, or itself waits for this one. */
export async function checkPrerequisite(
  trx: Transaction<DB>,
  { id, prerequisiteId }: { id: string | null; prerequisiteId: string | null },
): Promise<void> {
  if (prerequisiteId === null) return;
  // Two saves that each close half of a circle come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('course prerequisites', 0))`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, prerequisite_id from courses where id = ${prerequisiteId} and kind = 'course'
      union select c.id, c.prerequisite_id from chain join courses c on c.id = chain.prerequisite_id)
    select id from chain`.execute(trx);
  if (rows.length === 0 || rows.some((row) => row.id === id))
    throw new Failure('PREREQUISITE_CIRCLE', {
      fields: { prerequisiteId: 'There is no such course, or it needs this one first' },
    });
}
