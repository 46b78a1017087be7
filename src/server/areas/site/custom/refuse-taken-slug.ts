import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import { m } from '../../../../messages/messages.js';
import { isPageSlugTaken } from './custom-sql.ts';

/** Fails with BAD_INPUT at the field of the address where another page has it; `id` is the page that wants it, if it is there. */
export async function refuseTakenSlug(db: Reader, slug: string, id: string | null): Promise<void> {
  if (await isPageSlugTaken(db, slug, id))
    throw new Failure('BAD_INPUT', {
      fields: { 'content.slug': m.faults_another_page_already_uses_this_address() },
    });
}
