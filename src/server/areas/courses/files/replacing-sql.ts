import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** The addresses of a file that leaves and of the one that takes its place. */
export interface Replaced {
  readonly from: string;
  readonly to: string;
}

/** Courses and posts that name a file now, in the order in which they are locked. */
export async function selectNaming(
  trx: Transaction<DB>,
  address: string,
): Promise<{ id: string; kind: 'course' | 'post' }[]> {
  const { rows } = await sql<{ id: string; kind: 'course' | 'post' }>`
    select c.id, c.kind::text as kind from courses c
    where c.kind in ('course', 'post') and (position(${address} in concat_ws(' ', c.thumbnail, c.description)) > 0
      or exists (select 1 from course_content s where s.course_id = c.id and position(${address} in
        concat_ws(' ', s.content, s.content_html, s.exam::text, s.video_url, s.captions_url)) > 0))
    order by c.id`.execute(trx);
  return rows;
}

/** Has a course or post name another file wherever it named this one. */
export async function writeReplaced(
  trx: Transaction<DB>,
  id: string,
  { from, to }: Replaced,
  now: Date,
): Promise<void> {
  await sql`update courses set thumbnail = replace(thumbnail, ${from}, ${to}),
    description = replace(description, ${from}, ${to}) where id = ${id}`.execute(trx);
  await sql`update course_content set content = replace(content, ${from}, ${to}),
      content_html = replace(content_html, ${from}, ${to}), exam = replace(exam::text, ${from}, ${to})::jsonb,
      video_url = replace(video_url, ${from}, ${to}), captions_url = replace(captions_url, ${from}, ${to}),
      updated_at = ${now}
    where course_id = ${id}
      and position(${from} in concat_ws(' ', content, content_html, exam::text, video_url, captions_url)) > 0`.execute(
    trx,
  );
}
