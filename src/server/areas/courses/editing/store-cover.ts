import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { selectCover } from '#server/areas/media/media-sql';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';

/** Stores a drawing under its own content, once; answers its address on this site. */
export async function storeCover({ storage }: Services, trx: Transaction<DB>, svg: string): Promise<string> {
  const bytes = Buffer.from(svg);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await selectCover(trx, sha256);
  const id = known?.id ?? randomUUID();
  await storage.put(`${id}.svg`, bytes);
  if (!known)
    await trx
      .insertInto('media')
      .values({ id, kind: 'cover', mime: 'image/svg+xml', bytes: bytes.length, sha256 })
      .execute();
  return `/media/${id}.svg`;
}
