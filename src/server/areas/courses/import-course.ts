import type { Transaction } from 'kysely';
import { slugOf } from '#domain/courses/slug';
import { ensureCategories } from '#server/areas/categories/sql';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import type { DB } from '#server/db/types';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { Caller, Services } from '#server/services';
import type { CourseFolder, FolderSection } from './course-folder.ts';
import { readCourseFolder } from './read-course-folder.ts';
import { markdownOf, sectionValues } from './section-values.ts';
import { replaceCategories, selectSections } from './sql.ts';
import { checkDrawing, storeCover } from './store-cover.ts';

export interface ImportReport {
  readonly slug: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/**
 * Imports a course folder. The same folder twice changes nothing; a changed file updates its section, found by its id
 * in the folder, and the section keeps its own id. For the command line and the start; callers have administrators' rights.
 */
export async function importCourse(
  services: Services,
  caller: Caller,
  directory: string,
): Promise<ImportReport> {
  const folder = await readCourseFolder(directory);
  const { hash, slug } = folder;
  const known = await services.db.kysely
    .selectFrom('courses')
    .select(['id', 'import_hash'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (known?.import_hash === hash) return { slug, outcome: 'unchanged' };
  if (folder.cover !== null) checkDrawing(folder.cover, slug);
  const html = await renderMarkdown(folder.sections.map(({ content, exam }) => markdownOf(content, exam)));
  await services.db.transaction(async (trx) => {
    const id = await saveCourse(services, trx, folder);
    await saveSections(trx, id, folder.sections, html);
    await refreshSearch(trx, id);
    await recordAudit(trx, caller, {
      action: 'course.import',
      entity: 'course',
      entityId: id,
      after: { slug, hash },
    });
    await touchContent(trx);
  });
  return { slug, outcome: known ? 'updated' : 'created' };
}

async function saveCourse(
  services: Services,
  trx: Transaction<DB>,
  { course, cover, hash, slug }: CourseFolder,
): Promise<string> {
  const thumbnail = cover === null ? course.thumbnail : await storeCover(services, trx, cover);
  const values = {
    title: course.title,
    description: course.description,
    level: course.level,
    subscription_level: course.subscription_level,
    tags: [...course.tags],
    outcomes: [...course.outcomes],
    thumbnail: thumbnail ?? `/covers/${slug}.svg`,
    import_hash: hash,
  };
  const { id } = await trx
    .insertInto('courses')
    .values({ ...values, slug })
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet((eb) => ({ ...values, version: eb('courses.version', '+', 1), updated_at: new Date() })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceCategories(
    trx,
    id,
    await ensureCategories(trx, course.categories, (name) => slugOf(name) || 'category'),
  );
  return id;
}

async function saveSections(
  trx: Transaction<DB>,
  courseId: string,
  sections: readonly FolderSection[],
  html: readonly string[],
): Promise<void> {
  const stored = new Map((await selectSections(trx, courseId)).map((row) => [row.key, row]));
  const kept = new Set(sections.map(({ key }) => key));
  const removed = [...stored.values()].filter(({ key }) => !kept.has(key)).map(({ id }) => id);
  if (removed.length > 0) await trx.deleteFrom('course_content').where('id', 'in', removed).execute();
  for (const [index, section] of sections.entries()) {
    const exam = section.exam === null ? null : JSON.stringify(section.exam);
    const values = { ...sectionValues(section, html[index] ?? ''), exam, sort_order: index + 1 };
    const row = stored.get(section.key);
    if (row)
      await trx
        .updateTable('course_content')
        .set({ ...values, updated_at: new Date() })
        .where('id', '=', row.id)
        .execute();
    else
      await trx
        .insertInto('course_content')
        .values({ ...values, course_id: courseId, key: section.key })
        .execute();
  }
}
