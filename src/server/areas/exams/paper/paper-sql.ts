import { sql } from 'kysely';
import type { Db, Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';

export interface PaperRow {
  readonly user_id: string;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly answers: number;
}

const readPaper = prepared<PaperRow>(`
  select a.user_id, coalesce(q.ids, '{}') as ids, coalesce(q.kinds, '{}') as kinds,
    (select count(*)::int from exam_answers w where w.attempt_id = a.id) as answers
  from exam_attempts a join exam_versions v on v.id = a.version_id
    cross join lateral (select array_agg(each ->> 'id') as ids, array_agg(each ->> 'kind') as kinds
      from jsonb_array_elements(v.exam -> 'questions') each) q
  where a.id = $1`);

/** What an attempt asks, and how many answers it has. */
export async function selectPaper({ pool }: Db, attemptId: string): Promise<PaperRow | undefined> {
  const rows = await readPaper(pool, [attemptId]);
  return rows[0];
}

/** The version of an exam that is this one, where it is kept. */
export async function selectVersionId(
  db: Reader,
  sectionId: string,
  fingerprint: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_versions where section_id = ${sectionId} and fingerprint = ${fingerprint}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** A version as it is stored. */
export interface VersionRow {
  readonly id: string;
  readonly exam: string;
  readonly html: string;
  readonly created_at: Date;
}

const readVersions = prepared<VersionRow>(
  'select id, exam::text as exam, html::text as html, created_at from exam_versions where id = any((select $1::uuid[])::uuid[])',
);

/** These versions, as many as there are. */
export function selectVersions(
  db: Pick<Reader, 'executeQuery'>,
  ids: readonly string[],
): Promise<VersionRow[]> {
  return readVersions(db, [ids]);
}
