import type { Transaction } from 'kysely';
import type { CourseForm, SectionForm } from '#contract/course-form';
import type { EditCourse } from '#contract/courses';
import { compareSections } from '#domain/courses/compare-sections';
import { freeName, slugOf } from '#domain/courses/slug';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { Caller, Services } from '#server/services';
import { auditedChange } from './audited-course.ts';
import { courseValues } from './course-values.ts';
import { loadEditCourse } from './load-edit-course.ts';
import { markdownOf, sectionValues } from './section-values.ts';
import { lockCourse, replaceCategories, type SectionRow, selectSections } from './sql.ts';
import { storedExam } from './stored-exam.ts';

type Input = CourseForm & { readonly id: string; readonly version: number };

/**
 * Saves a course: one transaction that compares its sections by id, so that ids survive every edit and move. For
 * administrators. Fails with VERSION_CONFLICT and the present course when somebody else saved meanwhile.
 */
export async function updateCourse({ db }: Services, caller: Caller, input: Input): Promise<EditCourse> {
  const { id } = input;
  // Rendered before the transaction: it must not hold the course while code is coloured.
  const rendered = await renderChanged(await selectSections(db.kysely, id), input.content);
  return db.transaction(async (trx) => {
    const before = (await lockCourse(trx, id)) ? await loadEditCourse(trx, id) : null;
    if (!before) throw new Failure('COURSE_NOT_FOUND');
    if (before.version !== input.version)
      throw new Failure('VERSION_CONFLICT', { data: { current: before } });
    await trx
      .updateTable('courses')
      .set({ ...courseValues(input), slug: input.slug, version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await replaceCategories(trx, id, input.categories);
    await saveSections(trx, id, input.content, rendered);
    await refreshSearch(trx, id);
    const after = await loadEditCourse(trx, id);
    if (!after) throw new Failure('COURSE_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: 'course.update',
      entity: 'course',
      entityId: id,
      ...auditedChange(before, after),
    });
    await touchContent(trx);
    return after;
  });
}

/** The HTML of each submitted section, by its place; null where the stored one is still right. */
async function renderChanged(
  stored: readonly SectionRow[],
  submitted: readonly SectionForm[],
): Promise<(string | null)[]> {
  const known = new Map(stored.map((row) => [row.id, row]));
  const changed = submitted.map((section) => {
    const row = section.id === undefined ? undefined : known.get(section.id);
    return row?.content === section.content && row.section_type === section.sectionType
      ? null
      : markdownOf(section.content, section.sectionType === 'exam' ? storedExam(row?.exam) : null);
  });
  const html = await renderMarkdown(changed.filter((markdown) => markdown !== null));
  let next = 0;
  return changed.map((markdown) => {
    if (markdown === null) return null;
    next += 1;
    return html[next - 1] ?? '';
  });
}

async function saveSections(
  trx: Transaction<DB>,
  courseId: string,
  submitted: readonly SectionForm[],
  rendered: readonly (string | null)[],
): Promise<void> {
  const stored = new Map((await selectSections(trx, courseId)).map((row) => [row.id, row]));
  const { added, kept, removed, unknown } = compareSections([...stored.keys()], submitted);
  if (unknown.length > 0) throw new Failure('SECTION_NOT_FOUND');
  if (removed.length > 0)
    await trx
      .deleteFrom('course_content')
      .where('course_id', '=', courseId)
      .where('id', 'in', removed)
      .execute();
  for (const { id, order, section } of kept) {
    const values = sectionValues(section, rendered[order - 1] ?? stored.get(id)?.content_html ?? '');
    // An exam that becomes something else is an exam no longer.
    const exam = section.sectionType === 'exam' ? {} : { exam: null };
    await trx
      .updateTable('course_content')
      .set({ ...values, ...exam, sort_order: order, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
  }
  const keys = new Set([...stored.values()].map(({ key }) => key));
  for (const { order, section } of added) {
    const key = freeName(slugOf(section.title) || 'section', (name) => keys.has(name));
    keys.add(key);
    const values = sectionValues(section, rendered[order - 1] ?? '');
    await trx
      .insertInto('course_content')
      .values({ ...values, course_id: courseId, key, sort_order: order })
      .execute();
  }
}
