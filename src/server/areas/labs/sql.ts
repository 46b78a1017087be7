import { sql, type Transaction } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface LabRow {
  readonly course_id: string;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly enrolled: boolean;
  readonly version: number;
  readonly spec: LabSpec;
  readonly files: LabFiles;
  readonly solution: LabFiles;
  readonly passed_at: Date | null;
}

/** A lab that runs, with how somebody stands to it. Whether they may open it is decided before anything of it is sent. */
export async function selectLab(
  db: Reader,
  { sectionId, userId }: { sectionId: string; userId: string },
): Promise<LabRow | undefined> {
  const { rows } = await sql<LabRow>`
    select l.course_id, c.subscription_level, c.open_to, l.version, l.spec, l.files, l.solution, p.done_at as passed_at,
      exists (select from enrolments e where e.user_id = ${userId} and e.course_id = c.id and e.left_at is null) as enrolled
    from current_labs l join courses c on c.id = l.course_id and c.kind = 'course'
    left join section_progress p on p.user_id = ${userId} and p.section_id = l.section_id
    where l.section_id = ${sectionId}`.execute(db);
  return rows[0];
}

interface FeaturedLabRow extends Pick<LabRow, 'spec' | 'files'> {
  readonly key: string;
  readonly title: string;
  readonly course_slug: string;
  readonly course_title: string;
}

/** More would weigh down the landing page, which has it in its HTML. */
const MAX_FEATURED_CHARACTERS = 16_000;

/**
 * Of the labs in plain JavaScript with visible checks that every visitor may read, the one that was published first: no
 * language loads faster, and the landing page stays the same when other courses follow.
 */
export async function selectFeaturedLab(db: Reader): Promise<FeaturedLabRow | undefined> {
  const { rows } = await sql<FeaturedLabRow>`
    select s.key, s.title, c.slug as course_slug, c.title as course_title, l.spec, l.files
    from current_labs l join course_content s on s.id = l.section_id
    join section_guidance g on g.section_id = s.id and not g.is_guided
    join courses c on c.id = l.course_id and c.kind = 'course' and c.is_listed and c.subscription_level = 'free'
    where l.spec ->> 'runner' = 'javascript' and l.spec ->> 'typecheck' is null
      and length(l.spec::text) + length(l.files::text) <= ${MAX_FEATURED_CHARACTERS}
      and exists (select from json_array_elements(l.spec -> 'checks') k where coalesce(k ->> 'hidden', '') <> 'true')
    order by c.published_at, c.id, s.sort_order limit 1`.execute(db);
  return rows[0];
}

export interface WorkRow {
  readonly files: LabFiles;
  readonly version: number;
  readonly hints: number;
}
interface Mine {
  readonly userId: string;
  readonly sectionId: string;
}

export async function selectWork(db: Reader, { sectionId, userId }: Mine): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    select files, version, hints from lab_work where user_id = ${userId} and section_id = ${sectionId}`.execute(
    db,
  );
  return rows[0];
}

/** Files that a lab took from a learner before: of any version of its own, of the work there, and of submissions. */
export async function selectKnownPaths(db: Reader, { sectionId, userId }: Mine): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select json_object_keys(files) as path from lab_specs where section_id = ${sectionId}
    union select json_object_keys(files) from lab_work where user_id = ${userId} and section_id = ${sectionId}
    union select unnest(coalesce(paths, array(select json_object_keys(files)))) from lab_runs
    where user_id = ${userId} and section_id = ${sectionId}`.execute(db);
  return rows.map(({ path }) => path);
}

/** Keeps work that is based on the version that is there; answers the new version, or nothing. */
export async function upsertWork(
  trx: Transaction<DB>,
  { baseVersion, files, now, sectionId, userId }: Mine & { files: LabFiles; baseVersion: number; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into lab_work as w (user_id, section_id, files, version, updated_at)
    select ${userId}, ${sectionId}, ${JSON.stringify(files)}::json, 1, ${now}
    where ${baseVersion} = 0 or exists (select from lab_work where user_id = ${userId} and section_id = ${sectionId})
    on conflict (user_id, section_id) do update
      set files = excluded.files, version = w.version + 1, updated_at = excluded.updated_at
      where w.version = ${baseVersion} or w.files::text = excluded.files::text
    returning version`.execute(trx);
  return rows[0]?.version;
}

/** Opens one more hint, of so many; answers how many are open. A first one keeps the starting files as version 1. */
export async function countHint(
  trx: Transaction<DB>,
  { files, most, now, sectionId, userId }: Mine & { files: LabFiles; most: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ hints: number }>`
    insert into lab_work as w (user_id, section_id, files, version, hints, updated_at)
    values (${userId}, ${sectionId}, ${JSON.stringify(files)}::json, 0, least(1, ${most}::int), ${now})
    on conflict (user_id, section_id) do update set hints = least(w.hints + 1, ${most}::int)
    returning hints`.execute(trx);
  return rows[0]?.hints ?? 0;
}

export interface RunRow {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly place: number;
  readonly verdict: Verdict | null;
  readonly files: LabFiles;
  readonly queued_at: Date;
}
/** A run in a list: what a verdict tells of each check may be long, and so may the files. */
export interface ListedRunRow extends Omit<RunRow, 'files' | 'verdict'> {
  readonly verdict: Omit<Verdict, 'diagnostics'> | null;
}
export const BRIEF_VERDICT = sql`case when r.verdict is not null then json_build_object(
    'passed', r.verdict -> 'passed', 'points', r.verdict -> 'points', 'most', r.verdict -> 'most',
    'results', (select coalesce(json_agg(c), '[]') from json_to_recordset(r.verdict -> 'results')
      as c (id text, name text, hidden boolean, ok boolean, points int))) end`;
const LISTED_RUN = sql`r.id, r.state, r.queued_at,
  case when r.state <> 'queued' then 0 else (select count(*)::int from lab_runs o where o.state = 'queued' and o.queued_at < r.queued_at) end
  as place`;
export const RUN = sql`${LISTED_RUN}, r.files`;

/** The latest submission of a learner. */
export async function selectLatestRun(db: Reader, { sectionId, userId }: Mine): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${RUN}, r.verdict from lab_runs r
    where r.user_id = ${userId} and r.section_id = ${sectionId} and r.exam_attempt_id is null
    order by r.queued_at desc, r.id limit 1`.execute(db);
  return rows[0];
}

/** The latest submissions of a learner, newest first. */
export async function selectRuns(
  db: Reader,
  { limit, sectionId, userId }: Mine & { limit: number },
): Promise<ListedRunRow[]> {
  const { rows } = await sql<ListedRunRow>`
    select ${LISTED_RUN}, ${BRIEF_VERDICT} as verdict from lab_runs r
    where r.user_id = ${userId} and r.section_id = ${sectionId} and r.exam_attempt_id is null
    order by r.queued_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** So much of the files of a list is read, as JSON writes them. */
const MAX_LISTED_BYTES = 1_000_000;

/**
 * Pages of the release before show the files that stand in a list, newest first: as many as fit. Those behind them are not
 * even measured, which would read them.
 */
export async function selectNewestFiles(
  db: Reader,
  runs: readonly Pick<RunRow, 'id'>[],
): Promise<ReadonlyMap<string, LabFiles>> {
  const { rows } = await sql<Pick<RunRow, 'id' | 'files'>>`
    with recursive listed as materialized (
      select r.id, r.files, a.n from unnest(${runs.map(({ id }) => id)}::uuid[]) with ordinality a (id, n)
      join lab_runs r on r.id = a.id),
    read as (
      select 0::bigint as n, null::uuid as id, null::json as files, 0 as bytes
      union all
      select l.n, l.id, l.files, m.bytes from read join listed l on l.n = read.n + 1,
        lateral (select read.bytes + octet_length(l.files::text) as bytes) m
      where m.bytes <= ${MAX_LISTED_BYTES})
    select id, files from read where id is not null`.execute(db);
  return new Map(rows.map(({ files, id }) => [id, files]));
}

/** A submission, for its owner only. */
export async function selectRun(
  db: Reader,
  { runId, userId }: { runId: string; userId: string },
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${RUN}, r.verdict from lab_runs r where r.id = ${runId} and r.user_id = ${userId} and r.exam_attempt_id is null`.execute(
    db,
  );
  return rows[0];
}

/** How many submissions of the last hour there are, and the instant of the oldest of them. */
export async function countRuns(
  db: Reader,
  { sectionId, since, userId }: Mine & { since: Date },
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(queued_at) as oldest from lab_runs
    where user_id = ${userId} and section_id = ${sectionId} and queued_at > ${since}`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

/** Queues a submission; the one of this learner that waits gives its place to it. */
export async function insertRun(
  trx: Transaction<DB>,
  { files, now, sectionId, specVersion, userId }: Mine & { files: LabFiles; specVersion: number; now: Date },
): Promise<string> {
  await sql`delete from lab_runs where user_id = ${userId} and section_id = ${sectionId} and state = 'queued'`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    insert into lab_runs (user_id, section_id, spec_version, files, paths, queued_at)
    values (${userId}, ${sectionId}, ${specVersion}, ${JSON.stringify(files)}::json, ${Object.keys(files)}::text[], ${now})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** So many of a learner's submissions in a lab stay, besides those since the instant by which they are counted. */
export const KEPT_RUNS = 50;

/**
 * Deletes what a learner submitted in a lab before the newest ones, and counts it. What teachers are shown of all of them
 * stays: the first, the first and the last that passed, and the best.
 */
export async function dropOldRuns(
  trx: Transaction<DB>,
  { files, now, sectionId, since, userId }: Mine & { files: LabFiles; since: Date; now: Date },
): Promise<void> {
  await sql`
    with old as materialized (
      select id, queued_at, points, verdict->>'passed' = 'true' as passed from lab_runs
      where user_id = ${userId} and section_id = ${sectionId} and exam_attempt_id is null
        and state in ('done', 'failed') and queued_at <= ${since}
      order by queued_at desc, id offset ${KEPT_RUNS}),
    shown as (
      (select id from old order by queued_at, id limit 1)
      union (select id from old where passed order by queued_at, id limit 1)
      union (select id from old where passed order by queued_at desc, id limit 1)
      union (select id from old where points is not null order by points desc, queued_at, id limit 1)),
    dropped as (delete from lab_runs where id in (select id from old except select id from shown) returning id)
    insert into lab_work as w (user_id, section_id, files, version, dropped_runs, updated_at)
    select ${userId}, ${sectionId}, ${JSON.stringify(files)}::json, 0, count(*), ${now} from dropped having count(*) > 0
    on conflict (user_id, section_id) do update set dropped_runs = w.dropped_runs + excluded.dropped_runs`.execute(
    trx,
  );
}
