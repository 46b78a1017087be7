import type { AuthorPage } from '#contract/courses/authors';
import { listPosts } from '#server/areas/posts/list-posts';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectPublicAuthor } from './sql.ts';

/** An author whom something published names, with what the caller's tier can see of it. Open to everybody. Fails with AUTHOR_NOT_FOUND. */
export async function getAuthor(
  services: Services,
  caller: Caller,
  { page, slug }: { slug: string; page: number },
): Promise<AuthorPage> {
  const author = await selectPublicAuthor(services.db.kysely, slug);
  if (!author) throw new Failure('AUTHOR_NOT_FOUND');
  const { avatar_url, bio, name, social, updated_at, user_id, website } = author;
  return {
    name,
    slug,
    avatar: avatar_url,
    bio,
    website,
    social,
    updatedAt: updated_at.toISOString(),
    works: await listPosts(services, caller, { page, author: user_id }),
  };
}
