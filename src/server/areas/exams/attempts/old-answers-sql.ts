import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';

/** Versions of an answer that are kept, newest first, and the bytes that all but the last may take. */
export const MAX_VERSIONS = 20;
const MAX_BYTES = 200_000;

// Kept in any case: the answer that counts, as given-sql.ts finds it, and the first one, by which times are measured.
const remove = prepared(`
  with versions as (
    select writer, seq, question, given_at, place, octet_length(answer::text) as bytes,
      seq = max(seq) over (partition by question, writer) as is_last_of_page
    from exam_answers where attempt_id = $1),
  ranked as (
    select writer, seq,
      row_number() over (partition by question order by is_last_of_page desc, given_at desc, place desc) as counting,
      row_number() over (partition by question order by given_at, place) as oldest,
      row_number() over newest as newest, sum(bytes) over newest as bytes
    from versions window newest as (partition by question order by given_at desc, place desc))
  delete from exam_answers w using ranked r
  where w.attempt_id = $1 and w.writer = r.writer and w.seq = r.seq
    and r.counting > 1 and r.oldest > 1 and (r.newest > ${MAX_VERSIONS} or r.bytes > ${MAX_BYTES})`);

/** Removes versions of answers that were replaced long ago: saving without end fills no disk. */
export async function removeOldAnswers({ pool }: Db, attemptId: string): Promise<void> {
  await remove(pool, [attemptId]);
}
