import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { AuthorForm, AuthorProfile } from '#contract/courses/authors';
import { holdProfile } from '#server/areas/accounts/sql';
import { selectIdsBySlug } from '#server/areas/courses/authors/author-sql';
import { isClosedFile } from '#server/areas/media/media-sql';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { type ProfileRow, selectProfile } from './sql.ts';
import { toProfile } from './to-profile.ts';

interface Input extends AuthorForm {
  readonly userId: string;
  /** Of the profile that is changed; 0 for the first one. */
  readonly version: number;
  /** Refuses, by what the person is now. */
  readonly check?: (row: ProfileRow | undefined, picture: string | undefined) => void;
}

/** Writes the profile of an author, which its owner and administrators may be changing at once. */
export async function writeProfile(
  { clock }: Services,
  trx: Transaction<DB>,
  caller: Caller,
  { check, userId, version, ...wanted }: Input,
): Promise<AuthorProfile> {
  await holdProfile(trx, userId);
  const row = await selectProfile(trx, userId);
  check?.(row, wanted.picture);
  if (!row) throw new Failure('USER_NOT_FOUND');
  const before = await toProfile(trx, row);
  const form = { ...wanted, picture: wanted.picture ?? before.picture };
  const isSame = before.version > 0 && isDeepStrictEqual(formOf(before), formOf(form));
  if (isSame) return before;
  if (before.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current: before } });
  const [other] = (await selectIdsBySlug(trx, [form.slug])).values();
  if (other !== undefined && other !== userId)
    throw new Failure('BAD_INPUT', {
      fields: { slug: m.faults_another_author_already_uses_this_page_address() },
    });
  if (form.picture !== before.picture && (await isClosedFile(trx, form.picture)))
    throw new Failure('BAD_INPUT', {
      fields: { picture: m.faults_visitors_cant_see_this_file_because_it() },
    });
  const values = { ...formOf(form), version: version + 1, updated_at: clock.now() };
  await trx
    .insertInto('authors')
    .values({ user_id: userId, ...values, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  await recordAudit(trx, caller, {
    action: 'author.update',
    entity: 'user',
    entityId: userId,
    before: before.version > 0 ? formOf(before) : null,
    after: formOf(form),
  });
  if (row.is_public) await touchContent(trx);
  return { ...before, ...form, version: version + 1 };
}

function formOf({ bio, picture = '', slug, social, website }: AuthorForm) {
  return { slug, bio, website, social, picture };
}
