import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { sectionsPrefix } from '#domain/courses/section-paths';
import { stemOf } from '#domain/courses/slug';
import { cut } from '#domain/cut';
import type { PageMeta } from '#domain/site/page-meta';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { writeAuthors } from '../authors/write-authors.ts';
import { auditedCourse } from '../editing/audited-course.ts';
import { courseValues } from '../editing/course-values.ts';
import { loadWritten, toEditCourse } from '../editing/load-edit-course.ts';
import { writeSections } from '../editing/write-sections.ts';
import { freeCourseSlug } from '../free-course-slug.ts';
import { copyLabs } from '../labs/lab-spec-sql.ts';
import { type CourseRow, replaceCategories, type SectionRow, selectSections, selectWritten } from '../sql.ts';
import { insertVersion } from '../versions/version-sql.ts';

/** Of a title. */
export const MAX_LETTERS = 200;

/**
 * Makes a draft that holds all that is written in a course or post: sections with their names, exams with their keys, labs
 * with their checks. Nothing of its learners, comments, or versions. Fails with COURSE_NOT_FOUND.
 */
export async function duplicateCourse(
  { clock, config, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<EditCourse> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const course = await selectWritten(trx, id);
    if (!course) throw new Failure('COURSE_NOT_FOUND');
    const slug = await freeCourseSlug(trx, `${stemOf(course.slug)}-copy`);
    const form = await toEditCourse(trx, course);
    const title = cut(m.admin_course_copy({ title: course.title }), MAX_LETTERS);
    const values = { ...courseValues({ ...form, title }), thumbnail: coverOf(course, slug) };
    const kind = course.kind === 'post' ? 'post' : 'course';
    const made = await trx
      .insertInto('courses')
      .values({ ...values, kind, meta: copiedMeta(form.meta), slug, state: 'draft' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceCategories(trx, made.id, form.categories);
    await writeAuthors(trx, { courseId: made.id, wanted: form.authors });
    const rows = await selectSections(trx, id);
    const written = rows.map((row) => ({ id: null, returns: null, row: moved(row, course.slug, slug) }));
    const now = clock.now();
    await writeSections(trx, made.id, { removed: [], written }, { labs: config.labs, now });
    await copyLabs(trx, { from: id, to: made.id, now });
    if (kind === 'course') await refreshSearch(trx, [made.id]);
    const copy = await loadWritten(trx, made.id);
    if (!copy) throw new Failure('COURSE_NOT_FOUND');
    await insertVersion(trx, copy, { savedBy: auditActor(caller).actor_id });
    await recordAudit(trx, caller, {
      action: `${kind}.duplicate`,
      entity: kind,
      entityId: made.id,
      after: { ...auditedCourse(copy), of: id },
    });
    await touchContent(trx);
    return copy;
  });
}

/** What search engines get; the copy isn't the text that a canonical address names. */
function copiedMeta(meta: PageMeta | undefined): string {
  return JSON.stringify(meta ? { ...meta, canonical: '' } : {});
}

/** A cover that is drawn from the slug of its course is drawn from that of the copy. */
function coverOf({ slug, thumbnail }: CourseRow, next: string): string {
  return thumbnail === `/covers/${slug}.svg` ? `/covers/${next}.svg` : thumbnail;
}

/** A section of the copy: links to other sections lead to those of the copy. */
function moved({ id: _, ...row }: SectionRow, before: string, after: string): Omit<SectionRow, 'id'> {
  const move = (text: string) => text.replaceAll(sectionsPrefix(before), sectionsPrefix(after));
  return { ...row, content: move(row.content), content_html: move(row.content_html) };
}
