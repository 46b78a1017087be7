import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import type { Focus } from '#domain/media/focus';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
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
}

/**
 * Changes what is said of a file: what it shows, for whoever inserts it next (texts that name it keep their own words), its
 * tags, and the point that stays visible wherever it is cropped. What is left out stays.
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
    const after = {
      alt: change.alt ?? before.alt,
      tags: change.tags ?? before.tags,
      focus: change.focus === undefined ? before.focus : change.focus,
    };
    const { focus, ...values } = after;
    await trx
      .updateTable('media')
      .set({ ...values, focus_x: focus?.x ?? null, focus_y: focus?.y ?? null })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'media.update',
      entity: 'media',
      entityId: id,
      before,
      after,
    });
    // Lists and pages show covers around their point.
    if (change.focus !== undefined) await touchContent(trx);
  });
  return loadFile(services, id);
}

function saidOf({ alt, focus_x: x, focus_y: y, tags }: LibraryRow) {
  return { alt, tags, focus: x === null || y === null ? null : { x, y } };
}
