import type { MediaFile } from '#contract/administration/media';
import { fileKind } from '#domain/media/file-kind';
import { UNUSED_DAYS } from '#domain/media/limits';
import { sizeName } from '#domain/media/video-sizes';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import {
  type LibraryRow,
  type RenditionFacts,
  selectLibraryFile,
  selectUses,
  type UseRow,
} from './library-sql.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A file of the library as the contract has it. Fails with MEDIA_NOT_FOUND. */
export async function loadFile({ db }: Pick<Services, 'db'>, id: string): Promise<MediaFile> {
  const row = await selectLibraryFile(db.kysely, id);
  if (!row) throw new Failure('MEDIA_NOT_FOUND');
  return toMediaFile(row, await selectUses(db.kysely, [id]));
}

export function toMediaFile(row: LibraryRow, uses: readonly UseRow[]): MediaFile {
  const ending = row.ending ?? 'svg';
  const name = row.name ?? `cover.${ending}`;
  const [smallest] = [...row.widths].sort((one, other) => one - other);
  const file = `/media/${row.id}`;
  const own = uses.filter(({ media }) => media === row.id);
  return {
    id: row.id,
    kind: row.kind,
    name: name.slice(name.lastIndexOf('/') + 1),
    address: `${file}.${ending}`,
    src:
      row.width === null && row.kind === 'content'
        ? ''
        : smallest
          ? `${file}-${smallest}.webp`
          : `${file}.${ending}`,
    ending,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    video: row.video,
    tracks: row.tracks,
    sizes: fileKind(ending) === 'video' ? toSizes(row.sizes) : null,
    alt: row.alt,
    tags: row.tags,
    focus: row.focus_x === null || row.focus_y === null ? null : { x: row.focus_x, y: row.focus_y },
    uploadedAt: new Date(row.at).toISOString(),
    uploadedBy: row.uploader,
    uses: own.map(({ id, kind, title }) => ({ id, kind, title })),
    deletesAt:
      own.length > 0 ? null : new Date(row.touched_at.getTime() + UNUSED_DAYS * DAY_MS).toISOString(),
  };
}

/** A video that nobody has looked at yet waits. */
function toSizes(facts: RenditionFacts | null): MediaFile['sizes'] {
  if (!facts) return { state: 'waiting', percent: 0, fault: null, names: [], bytes: 0 };
  const { fault, made, percent, state } = facts;
  return {
    state,
    percent,
    fault,
    names: made.map(sizeName),
    bytes: made.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
