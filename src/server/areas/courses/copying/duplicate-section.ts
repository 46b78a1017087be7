import type { Transaction } from 'kysely';
import type { EditSection } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { freeName, stemOf } from '#domain/courses/slug';
import { MAX_SECTIONS } from '#domain/courses/vocabulary';
import { cut } from '#domain/cut';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { toEditSection } from '../editing/load-edit-course.ts';
import { copyLab } from '../labs/lab-spec-sql.ts';
import { lockWritten, openGap, type SectionRow, selectSections } from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { keepVersion } from '../versions/keep-version.ts';
import { MAX_LETTERS } from './duplicate-course.ts';

/**
 * Puts a copy of a section behind it, in the same course or post: its text, its exam with the key, its lab with the checks.
 * Nothing of what learners did in it. Answers the version that the next save is based on.
 */
export async function duplicateSection(
  { clock, db }: Services,
  caller: Caller,
  { id, sectionId }: { id: string; sectionId: string },
): Promise<{ section: EditSection; version: number }> {
  authorise(canAdminister(caller.viewer));
  const now = clock.now();
  return db.transaction(async (trx) => {
    const entity = await lockWritten(trx, id);
    if (!entity) throw new Failure('COURSE_NOT_FOUND');
    const stored = await selectSections(trx, id);
    const section = stored.find((row) => row.id === sectionId);
    if (!section) throw new Failure('SECTION_NOT_FOUND');
    if (stored.length >= MAX_SECTIONS)
      throw new Failure('BAD_INPUT', {
        fields: { content: m.faults_at_most_sections({ number: MAX_SECTIONS }) },
      });
    await keepBefore(trx, id);
    const keys = new Set(stored.map(({ key }) => key));
    const key = freeName(`${stemOf(section.key)}-copy`, (name) => keys.has(name));
    await openGap(trx, id, section.sort_order + 1);
    const copyId = await insertCopy(trx, section, { courseId: id, key });
    await copyLab(trx, { from: sectionId, to: copyId, now });
    const copy = (await selectSections(trx, id)).find((row) => row.id === copyId);
    if (!copy) throw new Failure('SECTION_NOT_FOUND');
    const version = await keepVersion(trx, caller, { id, now });
    await recordAudit(trx, caller, {
      action: 'course.duplicate-section',
      entity,
      entityId: id,
      after: { ...toEditSection(copy), of: sectionId },
    });
    await touchContent(trx);
    return { section: toEditSection(copy), version };
  });
}

async function insertCopy(
  trx: Transaction<DB>,
  { id: _, ...section }: SectionRow,
  { courseId, key }: { courseId: string; key: string },
): Promise<string> {
  const { id } = await trx
    .insertInto('course_content')
    .values({
      ...section,
      course_id: courseId,
      key,
      title: cut(m.admin_course_copy({ title: section.title }), MAX_LETTERS),
      exam: section.exam === null ? null : JSON.stringify(section.exam),
      sort_order: section.sort_order + 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
