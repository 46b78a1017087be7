import type { CustomContent, EditedPage } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { Caller, Services } from '#server/services';
import { loadEditedPage } from '../load-edited-page.ts';
import { prepareMarkdown } from '../prepare-page.ts';
import { insertRevision } from '../sql.ts';
import { insertCustomPage, moveAddress } from './custom-sql.ts';
import { refuseTakenSlug } from './refuse-taken-slug.ts';

/** Adds a page to the school, as a draft or published. Fails with BAD_INPUT where its address is taken. */
export async function createPage(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  input: { content: CustomContent; start: 'draft' | 'published' },
): Promise<EditedPage> {
  authorise(canAdminister(caller.viewer));
  const { content, html } = await prepareMarkdown(input.content);
  const savedAt = clock.now();
  return db.transaction(async (trx) => {
    await refuseTakenSlug(trx, content.slug, null);
    const page = { content, html, version: 1, savedAt };
    const id = await insertCustomPage(trx, { ...page, state: input.start });
    await moveAddress(trx, { id, from: null, to: content.slug });
    await insertRevision(trx, id, {
      version: 1,
      content,
      origin: 'saved',
      savedBy: caller.viewer.kind === 'member' ? caller.viewer.userId : null,
      savedAt,
    });
    await recordAudit(trx, caller, {
      action: 'page.create',
      entity: 'page',
      entityId: id,
      after: { version: 1, state: input.start, content },
    });
    await touchContent(trx);
    return loadEditedPage(trx, id);
  });
}
