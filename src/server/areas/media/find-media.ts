import type { Services } from '#server/services';
import { mediaKey } from './media-key.ts';
import { selectFile } from './media-sql.ts';

export interface FoundMedia {
  readonly address: string;
  /** What it was called, or its path, where it came from. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files of lessons and exams at these addresses, in this order; those that there are. */
export async function findMedia(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  addresses: readonly string[],
): Promise<FoundMedia[]> {
  const found: FoundMedia[] = [];
  for (const address of addresses) {
    const [, id = '', ending = ''] = /^\/media\/([0-9a-f-]{36})\.(\w+)$/.exec(address) ?? [];
    const row = await selectFile(db.kysely, id);
    const bytes = row?.name ? await storage.get(mediaKey(id, ending)) : null;
    if (row?.name && bytes) found.push({ address, name: row.name, bytes });
  }
  return found;
}
