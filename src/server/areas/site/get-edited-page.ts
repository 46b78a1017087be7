import type { EditedPage } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { loadEditedPage } from './load-edited-page.ts';

/** A page as its editor needs it. Fails with PAGE_NOT_FOUND. */
export async function getEditedPage(
  { db }: Services,
  { viewer }: Caller,
  { name }: { name: string },
): Promise<EditedPage> {
  authorise(canAdminister(viewer));
  return loadEditedPage(db.kysely, name);
}
