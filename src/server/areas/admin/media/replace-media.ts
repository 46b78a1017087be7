import type { Transaction } from 'kysely';
import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { fileKind } from '#domain/media/file-kind';
import { replaceInProfiles } from '#server/areas/authors/replace-in-profiles';
import { replaceInQuestions } from '#server/areas/banks/questions/replace-in-questions';
import { replaceInCourses } from '#server/areas/courses/files/replace-in-courses';
import { type LibraryRow, lockFile, selectLibraryFile } from '#server/areas/media/library-sql';
import { loadFile } from '#server/areas/media/load-file';
import { replaceInVideos, writeReplacement } from '#server/areas/media/replacing-sql';
import { replaceInSettings } from '#server/areas/settings/replace-in-settings';
import { replaceInPages } from '#server/areas/site/replace-in-pages';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';

/**
 * Has everything that names a file name another one of the library (`by`), and deletes the first one there; earlier
 * versions, the trash, and exam attempts keep it. All in one transaction, each text saved as its next version. Fails with
 * MEDIA_NOT_FOUND, BAD_INPUT for the same file, and MEDIA_KIND_DIFFERS.
 */
export async function replaceMedia(
  services: Services,
  caller: Caller,
  { by, id }: { id: string; by: string },
): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  if (id === by) throw new Failure('BAD_INPUT', { fields: { by: m.faults_this_is_the_same_file() } });
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    const { next, old } = await lockBoth(trx, id, by);
    const replaced = { from: addressOf(old), to: addressOf(next) };
    const counts = {
      courses: await replaceInCourses(trx, caller, replaced, now),
      questions: await replaceInQuestions(trx, caller, replaced, now),
      pages: await replaceInPages(trx, caller, replaced, now),
      authors: await replaceInProfiles(trx, caller, replaced, now),
      settings: await replaceInSettings(trx, caller, replaced, now),
      videos: await replaceInVideos(trx, replaced),
    };
    await writeReplacement(trx, { old, next, now });
    await recordAudit(trx, caller, {
      action: 'media.replace',
      entity: 'media',
      entityId: id,
      before: { name: old.name, bytes: old.bytes },
      after: { name: next.name, bytes: next.bytes, by, ...counts },
    });
    await touchContent(trx);
  });
  services.settings.forget();
  return loadFile(services, by);
}

/** Both files, always locked in the same order. */
async function lockBoth(
  trx: Transaction<DB>,
  id: string,
  by: string,
): Promise<{ old: LibraryRow; next: LibraryRow }> {
  for (const each of [id, by].sort()) await lockFile(trx, each);
  const old = await selectLibraryFile(trx, id);
  const next = await selectLibraryFile(trx, by);
  if (!old || !next) throw new Failure('MEDIA_NOT_FOUND');
  // A cover everybody may open, and what a lesson shows, never take each other's place.
  const isSame = old.kind === next.kind && fileKind(old.ending ?? 'svg') === fileKind(next.ending ?? 'svg');
  if (!isSame) throw new Failure('MEDIA_KIND_DIFFERS');
  return { old, next };
}

function addressOf({ ending, id }: LibraryRow): string {
  return `/media/${id}.${ending ?? 'svg'}`;
}
