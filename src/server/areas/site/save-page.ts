import { type EditedPage, isContentOf, type PageContent } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { preparePage } from './prepare-page.ts';
import { writePage } from './write-page.ts';

/** Saves a page; HTML is sanitised and Markdown rendered first. Fails with VERSION_CONFLICT when somebody else saved meanwhile. */
export async function savePage(
  { clock, db }: Services,
  caller: Caller,
  { content, name, version }: { name: string; version: number; content: PageContent },
): Promise<EditedPage> {
  authorise(canAdminister(caller.viewer));
  if (!isContentOf(name, content)) {
    throw new Failure('BAD_INPUT', {
      fields: { 'content.kind': m.faults_content_type_doesnt_match_this_page() },
    });
  }
  const page = await preparePage(content);
  return db.transaction((trx) => writePage(trx, caller, { name, version, page, now: clock.now() }));
}
