import type { Services } from '#server/services';
import type { StoredFile } from './blocks/block-file.ts';
import { selectFile } from './media-sql.ts';
import { openMedia } from './open-media.ts';

export interface FoundMedia {
  readonly address: string;
  /** What it was called, or its path, where it came from. */
  readonly name: string;
  readonly file: StoredFile;
}

/** The files of lessons and exams at these addresses, in this order; those that there are. */
export async function findMedia(
  services: Pick<Services, 'db' | 'storage'>,
  addresses: readonly string[],
): Promise<FoundMedia[]> {
  const found: FoundMedia[] = [];
  for (const address of addresses) {
    const [, file = '', id = ''] = /^\/media\/(([0-9a-f-]{36})\.\w+)$/.exec(address) ?? [];
    const row = await selectFile(services.db.kysely, id);
    const opened = row?.name ? await openMedia(services, file) : null;
    if (row?.name && opened) found.push({ address, name: row.name, file: opened.file });
  }
  return found;
}
