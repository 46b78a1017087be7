import type { Services } from '#server/services';

/**
 * Whether a post reached its time between two instants: what was made from public content before is old then. Asked
 * by the clock of every process.
 */
export async function publishDue({ db }: Services, from: Date, to: Date): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('courses')
    .select('id')
    .where('kind', '=', 'post')
    .where('published_at', '>', from)
    .where('published_at', '<=', to)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
