import type { SectionType } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';
import { carryAlong } from '#server/areas/courses/moving/moving-sql';
import { batchedBy, GATHER_MS } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { SavedSection } from './dashboard/apply-saves.ts';
import { keptDashboards } from './dashboard/keep-dashboards.ts';

export interface ReportedProgress {
  readonly userId: string;
  readonly sectionId: string;
  readonly tiers: readonly Tier[];
  readonly reached: number;
  readonly watched: readonly (readonly [number, number])[];
  readonly duration: number;
  readonly marked: boolean;
  readonly position: number;
  readonly at: Date;
  /** Whether it was asked that the rules of the author open the section. */
  readonly isOpen: boolean;
}

export interface MergedRow {
  readonly course_id: string;
  /** The author set rules, and nothing was written. */
  readonly guided: boolean;
  readonly key: string;
  readonly title: string;
  readonly section_type: SectionType;
  readonly type: string;
  readonly video_url: string | null;
  readonly reached: number;
  readonly watched_seconds: number;
  readonly duration: number;
  readonly marked: boolean;
  readonly done_at: Date | null;
  readonly completed_at: Date | null;
}

interface TriedRow extends MergedRow {
  readonly n: number;
  /** The section went to another course meanwhile, and nothing was written. */
  readonly overtaken: boolean;
  /** Nothing was known of it before. */
  readonly is_new: boolean;
}

/** Nobody watches a film in more pieces; what would make more of them is not taken, and what joins them is. */
const MOST_PIECES = 1000;

// Where an author set rules nothing is written unless it was asked whether the section is open. Everything only grows, but
// for the place to go on and the length of the video, which the latest device decides: a shorter video may have taken the
// place of the one before, and only seconds that it has count. The enrolment is locked before the progress, as whoever
// finishes a section does it. An author who moves the section to another course meanwhile is waited for, and what is known is of
// that course then: nothing is written unless it was asked anew (`$3`). What it changes of dashboards is said by whoever runs it
// (`$2`), not by triggers.
const merging = (others: 'skip locked' | '') => `
  with given as materialized (
    select *, set_config('lectern.tells', $2, true) from jsonb_to_recordset($1::jsonb) as row (n integer, user_id uuid, section_id uuid, tiers tier[],
      reached double precision, watched int4multirange, duration integer, marked boolean, position double precision,
      at timestamptz, is_open boolean)),
  place as materialized (
    select given.*, found.course_id, found.key, found.title, found.section_type, found.type, found.video_url, found.completed_at,
      found.is_guided and not given.is_open as guided
    from given cross join lateral (
      select s.course_id, s.key, s.title, s.section_type, s.type, s.video_url, e.completed_at, g.is_guided
      from course_content s join courses c on c.id = s.course_id join section_guidance g on g.section_id = s.id
      join enrolments e on e.user_id = given.user_id and e.course_id = s.course_id and e.left_at is null
      where s.id = given.section_id and c.subscription_level = any(given.tiers) and c.open_to <> 'nobody'
      limit 1 for no key update of e ${others}) found),
  merged as (
    insert into section_progress as p (user_id, section_id, course_id, reached, watched, duration, marked, position, position_at)
    select user_id, section_id, course_id, reached, case when type = 'video' then watched else '{}' end, duration, marked, position, at
    from place where not guided order by n
    on conflict (user_id, section_id) do update set course_id = excluded.course_id,
      reached = greatest(p.reached, excluded.reached),
      watched = case when (select count(*) from unnest(p.watched + excluded.watched)) <= ${MOST_PIECES}
        then p.watched + excluded.watched else p.watched end,
      duration = case when p.duration = 0 or excluded.duration > 0 and excluded.position_at >= p.position_at
        then excluded.duration else p.duration end, marked = p.marked or excluded.marked,
      position = case when excluded.position_at >= p.position_at then excluded.position else p.position end,
      position_at = greatest(p.position_at, excluded.position_at)
    where p.course_id = excluded.course_id or $3::boolean
    returning p.*, p.xmax = 0 as is_new),
  used as (
    update enrolments e set last_section_id = place.section_id, last_used_at = greatest(e.last_used_at, place.at)
    from place join merged using (user_id, section_id) where e.user_id = place.user_id and e.course_id = place.course_id
      and e.last_used_at <= place.at)
  select place.n, place.course_id, place.guided, place.key, place.title, place.section_type, place.type, place.video_url, place.completed_at,
    not place.guided and merged.user_id is null as overtaken, coalesce(merged.is_new, false) as is_new, merged.reached, merged.duration, merged.marked, merged.done_at,
    (select coalesce(sum(upper(r) - lower(r)), 0)::int
      from unnest(merged.watched * int4multirange(int4range(0, merged.duration))) r) as watched_seconds
  from place left join merged on merged.user_id = place.user_id and merged.section_id = place.section_id`;
const mergeTogether = prepared<TriedRow>(merging('skip locked'));
const mergeAlone = prepared<TriedRow>(merging(''));
const place = prepared<{ course_id: string }>('select course_id from course_content where id = $1');
const notify = prepared("select pg_notify('viewers', said) from unnest((select $1::text[])) said");

/**
 * Adds what a device tells to what is known; nothing for who does not study the course, or may not open it. Committed when
 * this answers. What many learners tell at one moment goes to disk together.
 */
export async function mergeProgress(db: Db, reported: ReportedProgress): Promise<MergedRow | undefined> {
  const merged = (await together(db)(reported)) ?? (await merge(db, mergeAlone, [reported]))[0];
  if (merged?.is_new && (await isElsewhere(db, reported, merged)))
    // It was moved while it was written for the first time, under the course that it was in.
    await db.transaction((trx) => carryAlong(trx, reported.sectionId, reported.at));
  else if (!merged?.overtaken) return merged;
  const [anew] = await merge(db, mergeAlone, [reported], true);
  return anew;
}

/** Whether a section is in another course than it was when something was written of it. */
async function isElsewhere(
  { pool }: Db,
  { sectionId }: ReportedProgress,
  { course_id }: MergedRow,
): Promise<boolean> {
  const [present] = await place(pool, [sectionId]);
  return present !== undefined && present.course_id !== course_id;
}

/** Undefined for what was not taken, for whatever reason: it is tried alone. */
const together = batchedBy(
  (db: Db) =>
    async (all: readonly ReportedProgress[]): Promise<(TriedRow | undefined)[]> => {
      const people = new Set<string>();
      // A row is written once in a statement: what else somebody tells follows.
      const firsts = all.map(({ userId }) => !people.has(userId) && Boolean(people.add(userId)));
      // One of several may be at fault, and the others shall not suffer for it.
      const merged = await merge(
        db,
        mergeTogether,
        all.map((reported, n) => (firsts[n] ? reported : null)),
      ).catch(() => []);
      return all.map((_, n) => (merged[n]?.overtaken ? undefined : merged[n]));
    },
  { gatherMs: GATHER_MS },
);

/** Answers in the order of what was told; nothing for a place that is empty. `isAnew`: after a section was found elsewhere. */
async function merge(
  db: Db,
  statement: typeof mergeAlone,
  all: readonly (ReportedProgress | null)[],
  isAnew = false,
): Promise<(TriedRow | undefined)[]> {
  const given = all.flatMap((reported, n) => (reported === null ? [] : [{ n, ...rowOf(reported) }]));
  const kept = keptDashboards(db);
  const tell = async (said: readonly string[]) => void (await notify(db.pool, [said]));
  const { forgotten } = kept;
  let rows: TriedRow[];
  try {
    rows = await statement(db.pool, [JSON.stringify(given), kept.isTold ? 'on' : '', isAnew]);
  } catch (error) {
    // What was committed may be all the same.
    await kept.noteUsed(
      given.map((row) => row.user_id),
      tell,
    );
    throw error;
  }
  await kept.noteSaves(new Map(rows.flatMap((row) => savedBy(all[row.n], row))), forgotten, tell);
  const merged = new Map(rows.map((row) => [row.n, row]));
  return all.map((_, n) => merged.get(n));
}

/** What a row says of somebody's dashboard; nothing where nothing was written. */
function savedBy(
  reported: ReportedProgress | null | undefined,
  { course_id, done_at, guided, key, overtaken, title }: TriedRow,
): [string, SavedSection][] {
  if (!reported || guided || overtaken) return [];
  const { at, userId } = reported;
  return [[userId, { courseId: course_id, key, title, isDone: done_at !== null, at }]];
}

function rowOf({ isOpen, sectionId, userId, watched, ...rest }: ReportedProgress) {
  const ranges = watched.filter(([from, to]) => to > from).map(([from, to]) => `[${from},${to})`);
  return {
    ...rest,
    user_id: userId,
    section_id: sectionId,
    watched: `{${ranges.join(',')}}`,
    is_open: isOpen,
  };
}
