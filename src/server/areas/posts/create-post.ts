import type { Start } from '#contract/courses/course-form';
import type { EditPost, PostForm } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import { NO_META } from '#domain/site/page-meta';
import { writeFirstAuthors } from '#server/areas/courses/authors/write-authors';
import { announceCourse } from '#server/areas/courses/editing/announce-course';
import { courseValues } from '#server/areas/courses/editing/course-values';
import { planSections } from '#server/areas/courses/editing/plan-sections';
import { refuseClosedCover } from '#server/areas/courses/editing/refuse-closed-cover';
import { refuseLostBanks } from '#server/areas/courses/editing/refuse-lost-banks';
import { wantedSections } from '#server/areas/courses/editing/wanted-sections';
import { writeSections } from '#server/areas/courses/editing/write-sections';
import { startingAs } from '#server/areas/courses/publishing/starting-as';
import { replaceCategories } from '#server/areas/courses/sql';
import { insertVersion } from '#server/areas/courses/versions/version-sql';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditPost } from './load-edit-post.ts';

/** Writes a post with its sections, published, scheduled, or as a draft. Fails with SLUG_TAKEN or CATEGORY_NOT_FOUND. */
export async function createPost(
  services: Services,
  caller: Caller,
  { publishAt, start, ...form }: PostForm & Start,
): Promise<EditPost> {
  authorise(canAdminister(caller.viewer));
  const { clock, config, db } = services;
  const wanted = wantedSections([], form.content);
  const plan = await planSections([], wanted);
  const started = await startingAs(services, { publishAt, start });
  return db.transaction(async (trx) => {
    await refuseClosedCover(trx, form.thumbnail);
    const { id } = await trx
      .insertInto('courses')
      .values({
        ...courseValues(form),
        meta: JSON.stringify(form.meta ?? NO_META),
        kind: 'post',
        slug: form.slug,
        ...started,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceCategories(trx, id, form.categories);
    await writeFirstAuthors(trx, caller, { courseId: id, wanted: form.authors });
    await refuseLostBanks(trx, wanted);
    await writeSections(trx, id, plan, { labs: config.labs, now: clock.now() });
    const created = await loadEditPost(trx, id);
    if (!created) throw new Failure('POST_NOT_FOUND');
    await insertVersion(trx, created, { savedBy: auditActor(caller).actor_id });
    const { updatedAt: _, ...after } = created;
    await recordAudit(trx, caller, {
      action: 'post.create',
      entity: 'post',
      entityId: id,
      after: { ...after, state: started.state, ...(publishAt && { publishAt }) },
    });
    if (started.state === 'published') await announceCourse(trx, { ...created, kind: 'post' });
    await touchContent(trx);
    return created;
  });
}
