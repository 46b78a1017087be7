import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../client.ts';

/** What more rows have is met soon along the order of a list. */
const FEW = 200;
/** Shorter texts have no index for the middle of a word. */
const MIN_LENGTH = 3;

/**
 * The ids of all rows that a text is found in by any of these statements, where they are few: a list reads only these. Null:
 * they are many, or the text is too short to look for; the list reads along its order then.
 */
export async function selectFewFound(
  db: Reader,
  text: string,
  statements: readonly RawBuilder<unknown>[],
): Promise<string[] | null> {
  if ([...text].length < MIN_LENGTH) return null;
  const parts = statements.map((statement) => sql`(${statement} limit ${FEW + 1})`);
  const { rows } = await sql<{ ids: string[] }>`
    select array(${sql.join(parts, sql` union `)}) as ids`.execute(db);
  const ids = rows[0]?.ids ?? [];
  return ids.length > FEW ? null : ids;
}
