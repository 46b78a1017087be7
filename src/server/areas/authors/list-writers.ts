import type { Writer } from '#contract/courses/authors';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectWriterList } from './sql.ts';

const MAX = 50;

/** Whom courses and posts may name as authors, by name. For administrators. */
export async function listWriters(
  { db }: Services,
  { viewer }: Caller,
  { ids, q }: { q: string; ids?: readonly string[] | undefined },
): Promise<{ items: Writer[] }> {
  authorise(canAdminister(viewer));
  if (ids?.length === 0) return { items: [] };
  const rows = await selectWriterList(db.kysely, { contains: q, ids, limit: MAX });
  return {
    items: rows.map(({ avatar_url, email, name, user_id }) => ({
      id: user_id,
      name,
      email,
      avatar: avatar_url,
    })),
  };
}
