import { progressForm } from '#contract/courses/learning';
import { getCertificate } from '#server/areas/certificates/get-certificate';
import { listMyCertificates } from '#server/areas/certificates/list-my-certificates';
import { enrol } from '#server/areas/learning/enrol';
import { recordSectionResult } from '#server/areas/learning/record-section-result';
import { saveProgress } from '#server/areas/learning/save-progress';
import type { Db } from '#server/db/client';
import type { CallerName } from '#tests/attack/kit/school';
import { openVerbs, type Verbs } from './verbs.ts';

export interface Room extends Verbs {
  readonly courseId: string;
  readonly study: (who: CallerName) => Promise<unknown>;
  readonly pass: (who: CallerName, percent?: number, passed?: boolean) => Promise<void>;
}

export const QUESTION = { questions: [{ id: 'q' }] };

/** A course of one lesson and one exam, for everybody. */
export async function openRoom(db: Db, months: number | null = null): Promise<Room> {
  const verbs = await openVerbs(db);
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, certificate_months)
       values ('Queues', 'Q', 'queues', '/q.svg', $1) returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
       select id, key, title, kind::section_type, exam::jsonb, place from made, (values
         ('one', 'One', 'lesson', null, 1), ('final', 'Final', 'exam', $2, 2)) s (key, title, kind, exam, place)
     returning id, course_id`,
    [months, JSON.stringify(QUESTION)],
  );
  const [lesson, exam] = rows;
  const courseId: string = lesson.course_id;
  const idOf = (who: CallerName) => {
    const { viewer } = verbs.as(who);
    return viewer.kind === 'member' ? viewer.userId : '';
  };
  const study = async (who: CallerName) => {
    await enrol(verbs.services, verbs.as(who), { courseId });
    const at = verbs.services.clock.now().toISOString();
    const reported = progressForm.parse({ at, marked: true });
    return saveProgress(verbs.services, verbs.as(who), { id: lesson.id, ...reported });
  };
  let number = 0;
  const pass = async (who: CallerName, percent = 90, isPassed = true) => {
    number += 1;
    const now = verbs.services.clock.now();
    await enrol(verbs.services, verbs.as(who), { courseId });
    await db.pool.query(
      `with version as (insert into exam_versions (section_id, fingerprint, exam, html) values ($2, $5, '{}', '{}') returning id)
       insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
       select $1, $2, id, $4, $3, $3, 'candidate', $7, jsonb_build_object('percent', $6::int) from version`,
      [idOf(who), exam.id, now, number, String(number), percent, isPassed],
    );
    const passed = { userId: idOf(who), courseId, sectionId: exam.id, by: 'exam' as const, now };
    if (!isPassed) return;
    await db.transaction((trx) => recordSectionResult(trx, verbs.as(who), passed));
  };
  return { ...verbs, courseId, study, pass };
}

export const mine = ({ as, services }: Room, who: CallerName) => listMyCertificates(services, as(who));
export const read = ({ as, services }: Room, id: string, who: CallerName = 'visitor') =>
  getCertificate(services, as(who), { id });
