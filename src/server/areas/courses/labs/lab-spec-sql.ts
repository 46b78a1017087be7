import { sql, type Transaction } from 'kysely';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Config } from '#server/config';
import type { Reader } from '#server/db/client';
import { reopenUnpassed } from '#server/db/complete-course';
import type { DB } from '#server/db/types';

/** A lab as its folder says it. */
export interface WrittenLab {
  readonly spec: LabSpec;
  readonly files: LabFiles;
  readonly solution: LabFiles;
  /** The text of each file of the folder, by path. */
  readonly source: LabFiles;
}

/** The files of the lab folders of a course, by the key of their section. */
export async function selectLabSources(db: Reader, courseId: string): Promise<Map<string, LabFiles>> {
  const { rows } = await sql<{ key: string; source: LabFiles }>`
    select key, source from current_labs where course_id = ${courseId}`.execute(db);
  return new Map(rows.map(({ key, source }) => [key, source]));
}

interface NewSpec {
  readonly courseId: string;
  readonly key: string;
  readonly lab: WrittenLab;
  readonly labs: Config['labs'];
  readonly now: Date;
}

/**
 * Keeps a lab as the next version of its section. The first one ever makes its checks decide, where the server judges; answers the
 * section then, to be opened again after the commit for who finished it meanwhile. Checks that come back take nothing away.
 */
export async function insertLabSpec(
  trx: Transaction<DB>,
  { courseId, key, lab, labs, now }: NewSpec,
): Promise<string[]> {
  const { files, solution, source, spec } = lab;
  const { rows } = await sql<{ id: string; version: number }>`
    insert into lab_specs (section_id, version, runner, spec, files, solution, source, created_at)
    select s.id, coalesce((select max(version) from lab_specs where section_id = s.id), 0) + 1, ${spec.runner},
      ${JSON.stringify(spec)}::json, ${JSON.stringify(files)}::json, ${JSON.stringify(solution)}::json,
      ${JSON.stringify(source)}::json, ${now}
    from course_content s where s.course_id = ${courseId} and s.key = ${key}
    returning section_id as id, version`.execute(trx);
  const reopened = labs === 'on' ? rows.filter(({ version }) => version === 1).map(({ id }) => id) : [];
  await reopenUnpassed(trx, courseId, reopened);
  return reopened;
}

/** Gives the sections of a course the labs that sections of the same keys have in another, as their first version. */
export async function copyLabs(
  trx: Transaction<DB>,
  { from, now, to }: { from: string; to: string; now: Date },
): Promise<void> {
  await sql`
    insert into lab_specs (section_id, version, runner, spec, files, solution, source, created_at)
    select s.id, 1, l.spec->>'runner', l.spec, l.files, l.solution, l.source, ${now}
    from current_labs l join course_content s on s.course_id = ${to} and s.key = l.key
    where l.course_id = ${from}`.execute(trx);
}

/** Gives a section the lab that another one has, if any, as its first version. */
export async function copyLab(
  trx: Transaction<DB>,
  { from, now, to }: { from: string; to: string; now: Date },
): Promise<void> {
  await sql`
    insert into lab_specs (section_id, version, runner, spec, files, solution, source, created_at)
    select ${to}, 1, l.spec->>'runner', l.spec, l.files, l.solution, l.source, ${now}
    from current_labs l where l.section_id = ${from}`.execute(trx);
}

/** Makes a section a text again. */
export async function retireLabSpec(
  trx: Transaction<DB>,
  { courseId, key }: { courseId: string; key: string },
): Promise<void> {
  await sql`
    update lab_specs set retired = true where section_id =
      (select id from course_content where course_id = ${courseId} and key = ${key})`.execute(trx);
}
