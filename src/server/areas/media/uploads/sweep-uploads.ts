import type { Services } from '#server/services';

/** How long a paused upload can be resumed. */
export const RESUMABLE_MS = 48 * 3600 * 1000;

/** Gives up uploads of which nothing has arrived for two days; answers how many. */
export async function sweepUploads({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('media_uploads')
    .where('touched_at', '<', new Date(clock.now().getTime() - RESUMABLE_MS))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
