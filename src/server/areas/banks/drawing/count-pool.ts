import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { countDrawable } from '../questions/question-sql.ts';

/** How many questions a draw would choose from. */
export async function countPool(
  { db }: Services,
  { viewer }: Caller,
  { slug, tags }: { slug: string; tags: string[] },
): Promise<{ questions: number }> {
  authorise(canAdminister(viewer));
  return { questions: await countDrawable(db.kysely, { bank: slug, tags }) };
}
