import type { Transaction } from 'kysely';
import type { MediaFile, MediaTrack } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { fileKind } from '#domain/media/file-kind';
import type { Focus } from '#domain/media/focus';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type LibraryRow, lockFile, selectLibraryFile } from './library-sql.ts';
import { loadFile } from './load-file.ts';

interface Change {
  readonly id: string;
  readonly alt?: string | undefined;
  readonly tags?: string[] | undefined;
  /** Null: the middle. */
  readonly focus?: Focus | null | undefined;
  readonly poster?: string | null | undefined;
  readonly tracks?: MediaTrack[] | undefined;
}

/**
 * Changes what is said of a file: what it shows, for authors who insert it next (texts that name it keep their own words), its
 * tags, the point that stays visible wherever it is cropped, and of a video the poster, captions, and chapters. What is left
 * out stays. Fails with MEDIA_NOT_FOUND, and with MEDIA_KIND_DIFFERS for a poster or tracks of what is no video.
 */
export async function updateMedia(
  services: Services,
  caller: Caller,
  { id, ...change }: Change,
): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction(async (trx) => {
    await lockFile(trx, id);
    const row = await selectLibraryFile(trx, id);
    if (!row) throw new Failure('MEDIA_NOT_FOUND');
    const before = saidOf(row);
    const size = await checkVideo(trx, row, change);
    const after = {
      alt: change.alt ?? before.alt,
      tags: change.tags ?? before.tags,
      focus: change.focus === undefined ? before.focus : change.focus,
      poster: change.poster === undefined ? before.poster : change.poster,
      tracks: change.tracks ?? before.tracks,
    };
    const { alt, focus, poster, tags, tracks } = after;
    // A video that no browser has looked at is as large as its poster.
    const video = row.video ?? (size && { ...size, seconds: 0 });
    await trx
      .updateTable('media')
      .set({
        alt,
        tags,
        tracks: JSON.stringify(tracks),
        video: video && JSON.stringify({ ...video, poster }),
        focus_x: focus?.x ?? null,
        focus_y: focus?.y ?? null,
      })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'media.update',
      entity: 'media',
      entityId: id,
      before,
      after,
    });
    // Lists and pages show covers around their point, and videos with what belongs to them.
    if (change.focus !== undefined || change.tracks || change.poster !== undefined) await touchContent(trx);
  });
  return loadFile(services, id);
}

function saidOf({ alt, focus_x: x, focus_y: y, tags, tracks, video }: LibraryRow) {
  const focus = x === null || y === null ? null : { x, y };
  return { alt, tags, focus, poster: video?.poster ?? null, tracks };
}

/** Checks that what is said of a video is, and that its files are in the library; answers the size of its new poster. */
async function checkVideo(
  trx: Transaction<DB>,
  { ending }: LibraryRow,
  { poster, tracks = [] }: Omit<Change, 'id'>,
): Promise<{ width: number; height: number } | null> {
  if ((poster || tracks.length > 0) && fileKind(ending ?? '') !== 'video')
    throw new Failure('MEDIA_KIND_DIFFERS');
  const [picture] = await requireFiles(trx, poster ? [poster] : []);
  await requireFiles(
    trx,
    tracks.map(({ address }) => address),
  );
  if (picture && fileKind(picture.ending ?? '') !== 'picture') throw new Failure('MEDIA_KIND_DIFFERS');
  const { height, width } = picture ?? {};
  return width && height ? { width, height } : null;
}

async function requireFiles(trx: Transaction<DB>, addresses: readonly string[]): Promise<LibraryRow[]> {
  const files: LibraryRow[] = [];
  for (const address of addresses) {
    const file = await selectLibraryFile(trx, address.slice('/media/'.length, address.lastIndexOf('.')));
    if (file?.kind !== 'content' || !address.endsWith(`.${file.ending}`))
      throw new Failure('MEDIA_NOT_FOUND');
    files.push(file);
  }
  return files;
}
