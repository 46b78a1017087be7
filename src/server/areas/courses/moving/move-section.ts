import type { Transaction } from 'kysely';
import type { MovedTo } from '#contract/courses/course-shapes';
import { canAdminister } from '#domain/access/can-administer';
import { placeSection } from '#domain/courses/chapters';
import { lostLessons } from '#domain/courses/lost-lessons';
import { freeName } from '#domain/courses/slug';
import { MAX_SECTIONS } from '#domain/courses/vocabulary';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { completeCourse, reopenCourse } from '#server/db/complete-course';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { storedExam } from '../catalogue/stored-exam.ts';
import { completeAgain } from '../editing/complete-again.ts';
import { toEditSection } from '../editing/load-edit-course.ts';
import { lockCourse, type SectionRow, selectCourseById, selectSections } from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { keepVersion } from '../versions/keep-version.ts';
import { carryAlong, transferSection } from './moving-sql.ts';

interface Input {
  readonly id: string;
  readonly sectionId: string;
  /** The course that it goes to. */
  readonly to: string;
  readonly after: string | null;
  readonly chapter: string;
}

/**
 * Moves a lesson or a lab to another course, with what learners did in it; the plan of that course decides from then on who
 * opens it. Fails with COURSE_NOT_FOUND and SECTION_NOT_FOUND, and with BAD_INPUT where the section has to stay or the place
 * isn't there any more.
 */
export async function moveSection(
  { clock, db }: Services,
  caller: Caller,
  { after, chapter, id, sectionId, to }: Input,
): Promise<MovedTo> {
  authorise(canAdminister(caller.viewer));
  if (id === to) throw refused('to', m.faults_choose_another_course());
  const now = clock.now();
  const edit = { now, without: [sectionId] };
  const moved = await db.transaction(async (trx) => {
    // Always in this order, so that two moves never wait for each other.
    for (const course of [id, to].sort()) await lockCourse(trx, course);
    const [source, target] = [await selectCourseById(trx, id), await selectCourseById(trx, to)];
    if (!source || !target) throw new Failure('COURSE_NOT_FOUND');
    const stored = await selectSections(trx, id);
    const section = stored.find((row) => row.id === sectionId);
    if (!section) throw new Failure('SECTION_NOT_FOUND');
    refuseBound(section, stored);
    const there = await selectSections(trx, to);
    if (there.length >= MAX_SECTIONS)
      throw refused('to', m.faults_at_most_sections({ number: MAX_SECTIONS }));
    const place = placeSection(there, { after, chapter });
    if (place === null) throw refused('after', m.faults_the_sections_of_this_course_changed());
    for (const course of [id, to]) await keepBefore(trx, course);
    const taken = new Set(there.map(({ key }) => key));
    const key = freeName(section.key, (name) => taken.has(name));
    await transferSection(trx, { section, from: id, to, key, chapter, order: place + 1, now });
    await completeCourse(trx, id, edit);
    await reopenCourse(trx, to, [sectionId]);
    const version = await keepVersion(trx, caller, { id, now });
    await keepVersion(trx, caller, { id: to, now });
    await auditMove(trx, caller, { section, from: id, to });
    await touchContent(trx);
    return { version, course: { id: target.id, title: target.title, slug: target.slug }, key };
  });
  await db.transaction((trx) => carryAlong(trx, sectionId, now));
  await completeAgain(db, id, edit);
  return moved;
}

/** Attempts, grades and certificates of an exam are those of its course, and its questions name lessons of that course. */
function refuseBound(section: SectionRow, stored: readonly SectionRow[]): void {
  if (section.section_type === 'exam') throw refused('sectionId', m.faults_exams_cant_be_moved());
  const rest = stored
    .filter(({ id }) => id !== section.id)
    .map((row) => ({ ...row, sectionType: row.section_type, exam: storedExam(row.exam) }));
  const [named] = lostLessons(rest).filter(({ lesson }) => lesson === section.key);
  if (!named) return;
  const exam = rest[named.section]?.title ?? '';
  throw refused('sectionId', m.faults_questions_point_to_this_lesson({ exam }));
}

function refused(field: 'after' | 'sectionId' | 'to', text: string): Failure {
  return new Failure('BAD_INPUT', { fields: { [field]: text } });
}

/** A row for each of the two courses. */
async function auditMove(
  trx: Transaction<DB>,
  caller: Caller,
  { from, section, to }: { section: SectionRow; from: string; to: string },
): Promise<void> {
  const change = { action: 'course.move-section', entity: 'course' } as const;
  const written = toEditSection(section);
  await recordAudit(trx, caller, { ...change, entityId: from, before: written, after: { movedTo: to } });
  await recordAudit(trx, caller, { ...change, entityId: to, after: { ...written, movedFrom: from } });
}
