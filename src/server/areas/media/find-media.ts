import type { MediaTrack, VideoFacts } from '#contract/administration/media';
import { playableAs } from '#domain/media/playable';
import type { Services } from '#server/services';
import type { StoredFile } from './blocks/block-file.ts';
import { selectFile, selectSizes } from './media-sql.ts';
import { openMedia } from './open-media.ts';

export interface FoundMedia {
  readonly address: string;
  /** What it was called, or its path, where it came from. */
  readonly name: string;
  readonly file: StoredFile;
}

/** The files of lessons and exams at these addresses, in this order; those that there are. `partBytes` is that of `openMedia`. */
export async function findMedia(
  services: Pick<Services, 'db' | 'storage'>,
  addresses: readonly string[],
  partBytes?: number,
): Promise<FoundMedia[]> {
  const found: FoundMedia[] = [];
  for (const address of addresses) {
    const [, file = '', id = ''] = /^\/media\/(([0-9a-f-]{36})\.\w+)$/.exec(address) ?? [];
    const row = await selectFile(services.db.kysely, id);
    const opened = row?.name ? await openMedia(services, file, partBytes) : null;
    if (row?.name && opened) found.push({ address, name: row.name, file: opened.file });
  }
  return found;
}

export interface FoundVideo {
  readonly address: string;
  readonly video: VideoFacts | null;
  readonly tracks: readonly MediaTrack[];
}

/** What goes with the videos among these files, in this order. */
export async function findVideos(
  { db }: Pick<Services, 'db'>,
  addresses: readonly string[],
): Promise<FoundVideo[]> {
  const videos = addresses.filter((address) => playableAs(address) === 'video');
  if (videos.length === 0) return [];
  const ids = videos.map((address) => address.slice('/media/'.length, address.lastIndexOf('.')));
  const rows = new Map((await selectSizes(db.kysely, ids)).map((row) => [row.id, row]));
  return videos.map((address, at) => {
    const row = rows.get(ids[at] ?? '');
    return { address, video: row?.video ?? null, tracks: row?.tracks ?? [] };
  });
}
