import type { CourseForm, Start } from '#contract/courses/course-form';
import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { freeName, slugOf } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { writeFirstAuthors } from '../authors/write-authors.ts';
import { checkPrerequisite } from '../catalogue/check-prerequisite.ts';
import { examOf } from '../catalogue/exam-of.ts';
import { startingAs } from '../publishing/starting-as.ts';
import { replaceCategories } from '../sql.ts';
import { insertVersion } from '../versions/version-sql.ts';
import { announceCourse } from './announce-course.ts';
import { auditedCourse } from './audited-course.ts';
import { courseValues } from './course-values.ts';
import { loadEditCourse } from './load-edit-course.ts';
import { planSections } from './plan-sections.ts';
import { refuseClosedCover } from './refuse-closed-cover.ts';
import { refuseLostBanks } from './refuse-lost-banks.ts';
import { refuseLostLessons } from './refuse-lost-lessons.ts';
import { writeSections } from './write-sections.ts';

/** Creates a course with its sections, published, scheduled, or as a draft. Fails with SLUG_TAKEN, CATEGORY_NOT_FOUND or PREREQUISITE_CIRCLE. */
export async function createCourse(
  services: Services,
  caller: Caller,
  { publishAt, start, ...form }: CourseForm & Start,
): Promise<EditCourse> {
  authorise(canAdminister(caller.viewer));
  const { clock, config, db } = services;
  const keys = new Set<string>();
  const sections = form.content.map((section) => {
    const key = freeName(slugOf(section.title) || 'section', (name) => keys.has(name));
    keys.add(key);
    return { id: null, key, form: section, exam: examOf(section, null) };
  });
  refuseLostLessons(sections);
  const plan = await planSections([], sections);
  const now = clock.now();
  const started = await startingAs(services, { publishAt, start });
  return db.transaction(async (trx) => {
    await refuseClosedCover(trx, form.thumbnail);
    await checkPrerequisite(trx, { id: null, prerequisiteId: form.prerequisiteId });
    const { id } = await trx
      .insertInto('courses')
      .values({ ...courseValues(form), slug: form.slug, ...started })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceCategories(trx, id, form.categories);
    await writeFirstAuthors(trx, caller, { courseId: id, wanted: form.authors });
    await refuseLostBanks(trx, sections);
    await writeSections(trx, id, plan, { labs: config.labs, now });
    await refreshSearch(trx, [id]);
    const created = await loadEditCourse(trx, id);
    if (!created) throw new Failure('COURSE_NOT_FOUND');
    await insertVersion(trx, created, { savedBy: auditActor(caller).actor_id });
    await recordAudit(trx, caller, {
      action: 'course.create',
      entity: 'course',
      entityId: id,
      after: { ...auditedCourse(created), state: started.state, ...(publishAt && { publishAt }) },
    });
    if (started.state === 'published') await announceCourse(trx, created);
    await touchContent(trx);
    return created;
  });
}
