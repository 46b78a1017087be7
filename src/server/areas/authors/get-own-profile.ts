import type { AuthorProfile } from '#contract/courses/authors';
import { canKeepAuthorProfile } from '#domain/access/people/can-keep-author-profile';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { selectProfile } from './sql.ts';
import { toProfile } from './to-profile.ts';

/** The caller's profile as an author; null for who is none. */
export async function getOwnProfile(
  { db: { kysely } }: Services,
  caller: Caller,
): Promise<{ profile: AuthorProfile | null }> {
  const row = await selectProfile(kysely, signedIn(caller).userId);
  const isAllowed = row && canKeepAuthorProfile({ isWriter: row.is_writer }).allowed;
  return { profile: isAllowed ? await toProfile(kysely, row) : null };
}
