import type { EditPost, PostForm } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import { writeAuthors } from '#server/areas/courses/authors/write-authors';
import { auditedChange } from '#server/areas/courses/editing/audited-course';
import { courseValues } from '#server/areas/courses/editing/course-values';
import { planSections } from '#server/areas/courses/editing/plan-sections';
import { refuseClosedCover } from '#server/areas/courses/editing/refuse-closed-cover';
import { wantedSections } from '#server/areas/courses/editing/wanted-sections';
import { writeSections } from '#server/areas/courses/editing/write-sections';
import { lockCourse, replaceCategories, selectSections } from '#server/areas/courses/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditPost } from './load-edit-post.ts';

type Input = PostForm & { readonly id: string; readonly version: number };

/**
 * Saves a post: one transaction that compares its sections by id. Fails with VERSION_CONFLICT and the present post
 * when somebody else saved meanwhile.
 */
export async function updatePost({ clock, db }: Services, caller: Caller, input: Input): Promise<EditPost> {
  authorise(canAdminister(caller.viewer));
  const { id, version } = input;
  const seen = await loadEditPost(db.kysely, id);
  if (!seen) throw new Failure('POST_NOT_FOUND');
  if (seen.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current: seen } });
  const stored = await selectSections(db.kysely, id);
  const plan = await planSections(stored, wantedSections(stored, input.content));
  return db.transaction(async (trx) => {
    // Only under the lock is it sure that what was planned from is still there.
    await lockCourse(trx, id, 'post');
    const before = await loadEditPost(trx, id);
    if (!before) throw new Failure('POST_NOT_FOUND');
    if (before.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current: before } });
    await refuseClosedCover(trx, input.thumbnail, before.thumbnail);
    await trx
      .updateTable('courses')
      .set({
        ...courseValues(input),
        ...(input.meta && { meta: JSON.stringify(input.meta) }),
        slug: input.slug,
        version: version + 1,
        updated_at: clock.now(),
      })
      .where('id', '=', id)
      .execute();
    await replaceCategories(trx, id, input.categories);
    await writeAuthors(trx, { courseId: id, wanted: input.authors });
    await writeSections(trx, id, plan, clock.now());
    const after = await loadEditPost(trx, id);
    if (!after) throw new Failure('POST_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: 'post.update',
      entity: 'post',
      entityId: id,
      ...auditedChange(before, after),
    });
    await touchContent(trx);
    return after;
  });
}
