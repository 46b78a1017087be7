import { type EditedPage, type EditedPageName, pageContent } from '#contract/pages';
import type { Reader } from '#server/db/client';
import { defaultPage } from './default-page.ts';
import { selectPageState } from './sql.ts';

/** A page with the version that a save says it is based on: what is stored, else the text the product came with. */
export async function loadEditedPage(db: Reader, name: EditedPageName): Promise<EditedPage> {
  const state = await selectPageState(db, name);
  if (!state) return { name, version: 0, content: await defaultPage(name), savedAt: null, savedBy: null };
  const { content, savedAt, savedBy, version } = state;
  return { name, version, content: pageContent.parse(content), savedAt: savedAt.toISOString(), savedBy };
}
