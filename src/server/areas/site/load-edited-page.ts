import { type EditedPage, isBuiltIn, pageContent } from '#contract/pages';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import { defaultPage } from './default-page.ts';
import { selectPageState } from './sql.ts';

const UNSAVED = {
  version: 0,
  savedAt: null,
  savedBy: null,
  state: null,
  publishedAt: null,
  publishAt: null,
} as const;

/**
 * A page with the version that a save says it is based on: what is stored, else the text the product came with. Fails with
 * PAGE_NOT_FOUND for one that the school added and that is not there.
 */
export async function loadEditedPage(db: Reader, name: string): Promise<EditedPage> {
  const stored = await selectPageState(db, name);
  if (!stored) {
    if (!isBuiltIn(name)) throw new Failure('PAGE_NOT_FOUND');
    return { ...UNSAVED, name, content: await defaultPage(name) };
  }
  const { content, publishAt, publishedAt, savedAt, ...rest } = stored;
  return {
    ...rest,
    name,
    content: pageContent.parse(content),
    savedAt: savedAt.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
  };
}
