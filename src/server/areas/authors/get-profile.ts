import type { AuthorProfile } from '#contract/courses/authors';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectProfile } from './sql.ts';
import { toProfile } from './to-profile.ts';

/** What anybody's profile as an author says, or would begin with. Fails with USER_NOT_FOUND. */
export async function getProfile(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<AuthorProfile> {
  authorise(canAdminister(viewer));
  const row = await selectProfile(kysely, id);
  if (!row) throw new Failure('USER_NOT_FOUND');
  return toProfile(kysely, row);
}
