import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { type LibraryFilter, selectAround, selectLibrary, selectUses, sumLibrary } from './library-sql.ts';
import { toMediaFile } from './load-file.ts';

const PAGE_SIZE = 24;

interface Query extends LibraryFilter {
  readonly after?: string | undefined;
}

interface MediaPage {
  readonly items: MediaFile[];
  readonly next: string | null;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly tags: string[];
  readonly makesSizes: boolean;
}

/** A page of the media library with where each file is used. Fails with BAD_INPUT for a cursor that is not ours. */
export async function listMedia(
  { clock, config, db }: Services,
  { viewer }: Caller,
  { after, ...filter }: Query,
): Promise<MediaPage> {
  authorise(canAdminister(viewer));
  const from = after ? fromCursor(after) : null;
  const read = await selectLibrary(db, { filter, from, limit: PAGE_SIZE + 1 });
  const rows = read.slice(0, PAGE_SIZE);
  const uses = await selectUses(
    db.kysely,
    rows.map(({ id }) => id),
  );
  const last = rows.at(-1);
  return {
    items: rows.map((row) => toMediaFile(row, uses)),
    next: last && read.length > PAGE_SIZE ? toCursor({ at: last.at, id: last.id }) : null,
    bytes: last ? Number(last.total) : await sumLibrary(db.kysely),
    maxBytes: config.mediaBytes,
    ...(await selectAround(db.kysely, clock.now())),
  };
}
