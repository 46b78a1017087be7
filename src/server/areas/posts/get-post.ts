import type { LockedPost, OpenPost } from '#contract/courses/posts';
import { pageMeta } from '#contract/page-meta';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { toVideo } from '#server/areas/courses/catalogue/to-video';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { postToShare, shareAddress } from '#server/share-address';
import { selectPost } from './sql.ts';

/**
 * A post, or why it is closed to the caller; for the id of a course, where that is. Open to everybody. Fails with
 * POST_NOT_FOUND, also for a draft.
 */
export async function getPost(
  { db, settings }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<OpenPost | LockedPost | { access: 'course'; slug: string }> {
  const row = await selectPost(db.kysely, id);
  if (!row) throw new Failure('POST_NOT_FOUND');
  const decision = canOpenCourse(viewer, await courseFacts(db.kysely, viewer, row));
  if (!decision.allowed && decision.reason === 'not-open') throw new Failure('POST_NOT_FOUND');
  if (row.kind === 'course') return { access: 'course', slug: row.slug };
  const site = await settings.current();
  if (!decision.allowed) {
    const reason = decision.reason === 'sign-in-required' ? 'sign-in-required' : 'tier-required';
    const { level, subscription_level: subscriptionLevel, title } = row;
    const shareImage = shareAddress(postToShare({ id, title }), site);
    return { access: 'locked', reason, title, level, subscriptionLevel, shareImage };
  }
  return {
    access: 'open',
    state: row.state,
    shareImage: shareAddress(postToShare(row), site),
    meta: pageMeta.parse(row.meta),
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    subscriptionLevel: row.subscription_level,
    thumbnail: row.thumbnail,
    tags: row.tags,
    categories: row.categories,
    authors: row.named_authors,
    minutes: row.sections.reduce((sum, { minutes }) => sum + minutes, 0),
    publishedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    sections: row.sections.map(({ captionsUrl, html, id: sectionId, key, title, type, videoUrl }) => ({
      id: sectionId,
      key,
      title,
      html,
      type,
      video: type === 'video' ? toVideo(videoUrl ?? '', captionsUrl) : null,
    })),
  };
}
