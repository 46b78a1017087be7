import { sql } from 'kysely';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Reader } from '#server/db/client';
import { BRIEF_VERDICT, type ListedRunRow, RUN, type RunRow } from './sql.ts';

/** The checks of a lab as it is now; nothing where there are none. */
export async function selectSpec(db: Reader, sectionId: string): Promise<LabSpec | undefined> {
  const { rows } = await sql<{ spec: LabSpec }>`
    select spec from current_labs where section_id = ${sectionId}`.execute(db);
  return rows[0]?.spec;
}

/** For each check, how many learners' last judged submission fails it. */
export async function countFailing(
  db: Reader,
  sectionId: string,
): Promise<{ learners: number; failing: Record<string, number> }> {
  const { rows } = await sql<{ learners: number; failing: Record<string, number> }>`
    with last as (
      select distinct on (user_id) verdict from lab_runs where section_id = ${sectionId} and state = 'done' and exam_attempt_id is null
      order by user_id, queued_at desc),
    failed as (
      select r->>'id' as id, count(*)::int as times from last, json_array_elements(last.verdict->'results') r
      where (r->>'ok')::boolean is not true group by 1)
    select (select count(*)::int from last) as learners,
      coalesce((select json_object_agg(id, times) from failed), '{}') as failing`.execute(db);
  return rows[0] ?? { learners: 0, failing: {} };
}

/** The latest submissions in a lab, with who handed them in. */
export async function selectSubmissions(
  db: Reader,
  sectionId: string,
  limit: number,
): Promise<(ListedRunRow & { user_id: string; user_name: string })[]> {
  const { rows } = await sql<ListedRunRow & { user_id: string; user_name: string }>`
    select r.id, r.state, ${BRIEF_VERDICT} as verdict, r.queued_at, 0 as place, u.id as user_id, u.name as user_name
    from lab_runs r join users u on u.id = r.user_id
    where r.section_id = ${sectionId} and r.exam_attempt_id is null order by r.queued_at desc, r.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** One submission in a lab, whoever handed it in. */
export async function selectSubmission(db: Reader, runId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${RUN}, r.verdict from lab_runs r where r.id = ${runId} and r.exam_attempt_id is null`.execute(db);
  return rows[0];
}

interface LabLearnerRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly attempts: number;
  readonly points: number | null;
  readonly first_at: Date;
  readonly latest_at: Date;
  /** When the first one that passed was handed in. */
  readonly passed_at: Date | null;
  readonly total: number;
  readonly all_passed: number;
}

/** The learners of a lab with what their submissions came to; on each row, how many learners there are and how many passed. */
export async function selectLabLearners(
  db: Reader,
  sectionId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LabLearnerRow[]> {
  const { rows } = await sql<LabLearnerRow>`
    with own as (
      select user_id, count(*)::int as attempts, max(points) as points, min(queued_at) as first_at, max(queued_at) as latest_at,
        min(queued_at) filter (where (verdict->>'passed')::boolean) as passed_at
      from lab_runs where section_id = ${sectionId} and exam_attempt_id is null group by user_id)
    select own.user_id, own.attempts + coalesce(w.dropped_runs, 0) as attempts, own.points, own.first_at, own.latest_at,
      own.passed_at, u.name, u.email, (count(*) over ())::int as total, (count(own.passed_at) over ())::int as all_passed
    from own join users u on u.id = own.user_id
      left join lab_work w on w.user_id = own.user_id and w.section_id = ${sectionId}
    order by own.latest_at desc, own.user_id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** What a learner begins with in a lab; nothing where it doesn't run. */
export async function selectStart(db: Reader, sectionId: string): Promise<LabFiles | undefined> {
  const { rows } = await sql<{ files: LabFiles }>`
    select files from current_labs where section_id = ${sectionId}`.execute(db);
  return rows[0]?.files;
}

/** So much code of all solutions together is compared, as JSON writes it. */
const MAX_BYTES = 8_000_000;

/** The latest submission of each learner that passed, of the learners who passed last. */
export async function selectSolutions(
  db: Reader,
  sectionId: string,
  limit: number,
): Promise<{ user_id: string; name: string; files: LabFiles }[]> {
  const { rows } = await sql<{ user_id: string; name: string; files: LabFiles }>`
    with own as (
      select distinct on (user_id) user_id, files, queued_at from lab_runs
      where section_id = ${sectionId} and exam_attempt_id is null and state = 'done' and (verdict->>'passed')::boolean
      order by user_id, queued_at desc),
    measured as (
      select *, sum(octet_length(files::text)) over (order by queued_at desc, user_id) as bytes from own)
    select m.user_id, u.name, m.files from measured m join users u on u.id = m.user_id
    where m.bytes <= ${MAX_BYTES} order by m.queued_at desc, m.user_id limit ${limit}`.execute(db);
  return rows;
}
