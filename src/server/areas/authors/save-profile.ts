import type { AuthorForm, AuthorProfile } from '#contract/courses/authors';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { writeProfile } from './write-profile.ts';

/**
 * Changes anybody's profile as an author; somebody who has none becomes an author by it. Fails with USER_NOT_FOUND,
 * BAD_INPUT where the slug is taken, and VERSION_CONFLICT.
 */
export async function saveProfile(
  services: Services,
  caller: Caller,
  { id, ...input }: AuthorForm & { readonly id: string; readonly version: number },
): Promise<AuthorProfile> {
  authorise(canAdminister(caller.viewer));
  return services.db.transaction((trx) => writeProfile(services, trx, caller, { ...input, userId: id }));
}
