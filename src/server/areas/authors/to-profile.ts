import type { AuthorProfile } from '#contract/courses/authors';
import { freeAuthorSlug } from '#server/areas/courses/authors/ensure-author';
import type { Reader } from '#server/db/client';
import type { ProfileRow } from './sql.ts';

/** The profile of an author; of somebody who has none what it begins with. */
export async function toProfile(db: Reader, row: ProfileRow): Promise<AuthorProfile> {
  return {
    name: row.name,
    avatar: row.avatar_url,
    slug: row.slug ?? (await freeAuthorSlug(db, row.name)),
    bio: row.bio ?? '',
    picture: row.picture ?? '',
    website: row.website ?? '',
    social: row.social ?? '',
    isPublic: row.is_public,
    version: row.version ?? 0,
  };
}
