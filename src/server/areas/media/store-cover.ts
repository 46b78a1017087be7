import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { touchCover } from './library-sql.ts';
import { readCover } from './read-media.ts';
import { safeName } from './safe-name.ts';
import { columnsOf, type Kept, sha256 } from './store-file.ts';

/** Keeps the picture of a course or post under its own content, once; answers its address, which everybody may open. */
export async function storeCover(
  services: Pick<Services, 'clock' | 'storage'>,
  trx: Transaction<DB>,
  bytes: Buffer,
  name: string,
): Promise<string> {
  const source = sha256(bytes);
  const known = await touchCover(trx, source, services.clock.now());
  if (known) return coverAddress(known);
  return coverAddress(await keepCover(services, trx, { read: await readCover(bytes, name), name, source }));
}

/** Keeps what was read, with its small copy, where the public path finds it. */
export async function keepCover(
  { clock, storage }: Pick<Services, 'clock' | 'storage'>,
  trx: Transaction<DB>,
  { alt = '', name, owner = null, read, source }: Kept,
) {
  const touched = { touched_at: clock.now(), removed_at: null };
  const row = await trx
    .insertInto('media')
    .values({
      id: randomUUID(),
      owner_id: owner,
      kind: 'cover',
      name: safeName(name.replace(/\.(?:png|jpe?g|webp|gif|avif)$/i, ''), read.ending),
      alt,
      created_at: clock.now(),
      source_sha256: source,
      ...columnsOf(read),
      ...touched,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['sha256', 'ending'])
        .where('kind', '=', 'cover')
        .where('ending', 'is not', null)
        .doUpdateSet(touched),
    )
    .returning(['id', 'ending'])
    .executeTakeFirstOrThrow();
  await storage.put(`${row.id}.${read.ending}`, read.bytes);
  for (const { bytes, width } of read.copies) await storage.put(`${row.id}-${width}.webp`, bytes);
  return row;
}

/** Covers were drawings only when they had no ending yet. */
export function coverAddress({
  ending,
  id,
}: {
  readonly id: string;
  readonly ending: string | null;
}): string {
  return `/media/${id}.${ending ?? 'svg'}`;
}
