import type { Services } from '#server/services';
import { deleteUnanswered, wipeWords } from './sql.ts';

/** How long a removed comment and a report that was closed can be brought back, in ms. */
export const KEPT_MS = 24 * 60 * 60_000;

/**
 * Deletes removed comments for good after a day. One that others answered keeps its place, without words and author. What a
 * comment said when it was reported goes with its words, and a day after the report was closed. A chore of the school.
 */
export async function sweepComments({ clock, db: { kysely } }: Services): Promise<void> {
  const border = new Date(clock.now().getTime() - KEPT_MS);
  await deleteUnanswered(kysely, border);
  await wipeWords(kysely, border);
}
