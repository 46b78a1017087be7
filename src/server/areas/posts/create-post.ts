import type { z } from 'zod';
import type { EditPost, postForm } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { courseValues } from '#server/areas/courses/editing/course-values';
import { planSections } from '#server/areas/courses/editing/plan-sections';
import { wantedSections } from '#server/areas/courses/editing/wanted-sections';
import { writeSections } from '#server/areas/courses/editing/write-sections';
import { replaceCategories } from '#server/areas/courses/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { announcePost } from './announce-post.ts';
import { loadEditPost } from './load-edit-post.ts';

/** Writes a post with its sections, as a draft or to be published. Fails with SLUG_TAKEN or CATEGORY_NOT_FOUND. */
export async function createPost(
  { clock, db }: Services,
  caller: Caller,
  form: z.output<typeof postForm>,
): Promise<EditPost> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  const plan = await planSections([], wantedSections([], form.content));
  return db.transaction(async (trx) => {
    const { id } = await trx
      .insertInto('courses')
      .values({
        ...courseValues(form),
        kind: 'post',
        slug: form.slug,
        author_id: userId,
        published_at: form.publishedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceCategories(trx, id, form.categories);
    await writeSections(trx, id, plan, clock.now());
    const created = await loadEditPost(trx, id);
    if (!created) throw new Failure('POST_NOT_FOUND');
    const { updatedAt: _, ...after } = created;
    await recordAudit(trx, caller, { action: 'post.create', entity: 'post', entityId: id, after });
    await announcePost(trx, created);
    await touchContent(trx);
    return created;
  });
}
