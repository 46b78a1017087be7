import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import type { LibraryRow } from './library-sql.ts';

/** Has videos whose poster, captions, or chapters a file is name another one. Answers how many. */
export async function replaceInVideos(
  trx: Transaction<DB>,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update media set video = replace(video::text, ${from}, ${to})::jsonb, tracks = replace(tracks::text, ${from}, ${to})::jsonb
    where position(${from} in concat_ws(' ', video::text, tracks::text)) > 0`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes a file in the library; the one that took its place gets what was said of it, where nothing is said of that. */
export async function writeReplacement(
  trx: Transaction<DB>,
  { next, now, old }: { old: LibraryRow; next: LibraryRow; now: Date },
): Promise<void> {
  await sql`update media set touched_at = ${now}, alt = case when alt = '' then ${old.alt} else alt end,
    tracks = case when tracks = '[]' then ${JSON.stringify(old.tracks)}::jsonb else tracks end,
    tags = array(select distinct unnest(tags || ${old.tags}::text[]) order by 1) where id = ${next.id}`.execute(
    trx,
  );
  await sql`update media set removed_at = ${now}, touched_at = ${now} where id = ${old.id}`.execute(trx);
}
