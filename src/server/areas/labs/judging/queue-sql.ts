import { sql, type Transaction } from 'kysely';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import type { Reader } from '#server/db/client';
import { holdTurn } from '#server/db/hold-turn';
import { isAbsent, PROCESS_NUMBER } from '#server/db/presence';
import type { DB } from '#server/db/types';

/** How long a run may be held before its judge is thought dead, though its process is there. */
const LEASE_SECONDS = 60;
/** A run whose judge died is queued again once. */
const MAX_TRIES = 2;

export interface TakenRun {
  readonly id: string;
  readonly user_id: string;
  readonly section_id: string;
  readonly exam_attempt_id: string | null;
  /** Of the exam; null in a lab. */
  readonly question: string | null;
  readonly tries: number;
  readonly files: LabFiles;
  readonly spec: LabSpec;
}

/**
 * Takes the next run: exams first, then the learner with the fewest in the last minute, then the oldest. One of a learner at
 * a time; one whose lease is over is taken again.
 */
export async function takeRun(trx: Transaction<DB>, now: Date): Promise<TakenRun | undefined> {
  // One after the other, so that two judges never take two runs of one learner.
  await holdTurn(trx, 'lab queue');
  const { rows } = await sql<TakenRun>`
    with next as (
      select r.id from lab_runs r
      where (r.state = 'queued' or (r.state = 'running' and r.leased_until < ${now} and r.tries < ${MAX_TRIES}))
        and not exists (select from lab_runs o where o.user_id = r.user_id and o.id <> r.id and o.state = 'running'
          and o.leased_until >= ${now})
      order by (r.exam_attempt_id is null), (select count(*) from lab_runs m
          where m.user_id = r.user_id and m.started_at > ${now}::timestamptz - interval '1 minute'), r.queued_at, r.id
      limit 1 for update of r skip locked)
    update lab_runs r set state = 'running', tries = r.tries + 1, started_at = ${now}, judge = ${PROCESS_NUMBER}::int,
      leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from next where r.id = next.id
    returning r.id, r.user_id, r.section_id, r.exam_attempt_id, r.question, r.tries, r.files, coalesce(r.spec, (select l.spec
      from lab_specs l where l.section_id = r.section_id and l.version = r.spec_version)) as spec`.execute(
    trx,
  );
  return rows[0];
}

/** The numbers of other processes that judge something and are not there. */
export async function selectAbsentJudges(db: Reader, now: Date): Promise<number[]> {
  const { rows } = await sql<{ judge: number | null }>`
    with held as (select distinct judge from lab_runs where state = 'running' and leased_until >= ${now} and judge is not null)
    select judge from held where judge <> ${PROCESS_NUMBER}::int and ${isAbsent(sql`judge`)}`.execute(db);
  return rows.flatMap(({ judge }) => judge ?? []);
}

/** Ends the leases of these processes, so that nobody waits for them; answers how many. Judges of older releases take a run without a number. */
export async function endLeasesOf(db: Reader, judges: readonly number[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update lab_runs set judge = null, leased_until = ${now}::timestamptz - interval '1 millisecond'
    where state = 'running' and leased_until >= ${now} and judge = any(${[...judges]}::int[]) and ${isAbsent(sql`judge`)}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Ends the runs whose judges died as often as they may: they could not be judged. */
export async function failLost(db: Reader, now: Date): Promise<void> {
  await sql`update lab_runs set state = 'failed', reason = 'failed', finished_at = ${now}, leased_until = null
    where state = 'running' and leased_until < ${now} and tries >= ${MAX_TRIES}`.execute(db);
}

export interface Ending {
  readonly id: string;
  readonly tries: number;
  readonly verdict: Verdict | null;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly runtimeHash: string;
  readonly now: Date;
}

/** Ends a run that this process still holds; answers whether it did. What could not be judged is queued again once. */
export async function endRun(trx: Transaction<DB>, ending: Ending): Promise<boolean> {
  const { cpuMs, id, now, peakMb, runtimeHash, tries, verdict } = ending;
  const again = verdict === null && tries < MAX_TRIES;
  const state = verdict ? 'done' : 'failed';
  const { rows } = await sql<{ id: string }>`
    update lab_runs set state = ${again ? 'running' : state}, judge = null, leased_until = ${again ? new Date(now.getTime() - 1) : null},
      finished_at = ${again ? null : now}, verdict = ${verdict && JSON.stringify(verdict)}::json,
      points = ${verdict?.points ?? null}, cpu_ms = ${Math.round(cpuMs)}, peak_mb = ${Math.round(peakMb)},
      runtime_hash = ${runtimeHash}, reason = ${verdict ? null : 'failed'}
    where id = ${id} and state = 'running' and tries = ${tries} returning id`.execute(trx);
  return rows.length > 0;
}

/** The course of a section, while there is one. */
export async function selectCourseOf(db: Reader, sectionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ course_id: string }>`
    select course_id from course_content where id = ${sectionId}`.execute(db);
  return rows[0]?.course_id;
}
