import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';

/** How often a key was counted in this minute, and in the one before. */
export interface Counted {
  readonly hits: number;
  readonly earlier: number;
}

// A counter that a crash forgets harms nobody: it need not wait for the disk.
const count = prepared<Counted & { key: string }>(`
  with soft as (select set_config('synchronous_commit', 'off', true) as is_set)
  insert into rate_limits as counted (key, window_start, hits)
  select key, $1, hits from unnest((select $2::text[]), (select $3::int[])) as call (key, hits), soft where is_set is not null
  on conflict (key, window_start) do update set hits = counted.hits + excluded.hits
  returning key, hits, coalesce((select previous.hits from rate_limits as previous
    where previous.key = counted.key and previous.window_start = $1::timestamptz - interval '1 minute'), 0) as earlier`);

/** Counts these keys so many times in the minute that begins at `start`; answers how often each was counted. */
export async function countHits(
  { pool }: Db,
  { keys, start, times }: { start: Date; keys: readonly string[]; times: readonly number[] },
): Promise<(Counted & { readonly key: string })[]> {
  const rows = await count(pool, [start, keys, times]);
  return rows;
}
