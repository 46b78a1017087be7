import type { AuthorForm, AuthorProfile } from '#contract/courses/authors';
import { canKeepAuthorProfile } from '#domain/access/people/can-keep-author-profile';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { writeProfile } from './write-profile.ts';

/** Changes the caller's profile as an author. Fails with AUTHOR_REQUIRED, BAD_INPUT where the slug is taken, and VERSION_CONFLICT. */
export async function saveOwnProfile(
  services: Services,
  caller: Caller,
  input: AuthorForm & { readonly version: number },
): Promise<AuthorProfile> {
  const { userId } = signedIn(caller);
  return services.db.transaction((trx) =>
    writeProfile(services, trx, caller, {
      ...input,
      userId,
      check: (row, picture = '') => {
        authorise(canKeepAuthorProfile({ isWriter: row?.is_writer ?? false }));
        // The media are the school's: the person can take its picture off, and choose none.
        if (picture !== '' && picture !== row?.picture)
          throw new Failure('BAD_INPUT', {
            fields: { picture: m.faults_only_administrators_can_choose_this_picture() },
          });
      },
    }),
  );
}
