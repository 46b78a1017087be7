import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** Whether a process of the school makes sizes of videos: one that was there a moment ago. */
export async function hasEncoder(db: Reader): Promise<boolean> {
  const { rows } = await sql`
    select 1 from server_processes where facts ->> 'encodesVideos' = 'true' and seen_at > now() - interval '2 minutes'
    limit 1`.execute(db);
  return rows.length > 0;
}
