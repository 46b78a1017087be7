import type { PublicCertificate } from '#contract/exams/certificates';
import { getCertificate } from '#server/areas/certificates/get-certificate';
import { getCourse } from '#server/areas/courses/catalogue/get-course';
import { getPost } from '#server/areas/posts/get-post';
import { getCustomPage } from '#server/areas/site/custom/get-custom-page';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import {
  certificateToShare,
  courseToShare,
  pageToShare,
  postToShare,
  type Shared,
} from '#server/share-address';

/**
 * What the picture of a page says, as `visitor` may see it: nothing of drafts, and of closed content only what its page
 * tells everybody. Fails with NOT_FOUND, also for a certificate that is not valid any more.
 */
export async function findShared(
  services: Services,
  visitor: Caller,
  { id, kind }: Pick<Shared, 'id' | 'kind'>,
): Promise<Shared> {
  if (kind === 'courses') return courseToShare(await getCourse(services, visitor, { slug: id }));
  if (kind === 'posts') {
    const post = await getPost(services, visitor, { id });
    if (post.access === 'course') throw new Failure('NOT_FOUND');
    return postToShare({ ...post, id });
  }
  if (kind === 'pages') {
    const page = await getCustomPage(services, visitor, { slug: id });
    if (page.access === 'moved') throw new Failure('NOT_FOUND');
    return pageToShare(page);
  }
  const certificate: PublicCertificate = await getCertificate(services, visitor, { id });
  if (certificate.state !== 'valid') throw new Failure('NOT_FOUND');
  return certificateToShare(certificate);
}
