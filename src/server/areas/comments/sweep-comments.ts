import { sql } from 'kysely';
import type { Services } from '#server/services';

/** How long a removed comment can be brought back, in ms. */
export const KEPT_MS = 24 * 60 * 60_000;

/**
 * Deletes removed comments for good after a day. One that others answered keeps its place, without words and author.
 * A chore of the school.
 */
export async function sweepComments({ clock, db: { kysely } }: Services): Promise<void> {
  const border = new Date(clock.now().getTime() - KEPT_MS);
  await sql`
    delete from comments c where c.removed_at < ${border} and not exists (
      select 1 from comments r where r.parent_id = c.id and (r.removed_at is null or r.removed_at >= ${border}))`.execute(
    kysely,
  );
  await sql`
    update comments set body = '', body_html = '', author_id = null
    where removed_at < ${border} and body <> ''`.execute(kysely);
}
