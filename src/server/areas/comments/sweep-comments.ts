import { sql } from 'kysely';
import type { Services } from '#server/services';
import { deleteUnanswered } from './sql.ts';

/** How long a removed comment can be brought back, in ms. */
export const KEPT_MS = 24 * 60 * 60_000;

/**
 * Deletes removed comments for good after a day. One that others answered keeps its place, without words and author.
 * A chore of the school.
 */
export async function sweepComments({ clock, db: { kysely } }: Services): Promise<void> {
  const border = new Date(clock.now().getTime() - KEPT_MS);
  await deleteUnanswered(kysely, border);
  await sql`
    update comments set body = '', body_html = '', author_id = null
    where removed_at < ${border} and body <> ''`.execute(kysely);
}
