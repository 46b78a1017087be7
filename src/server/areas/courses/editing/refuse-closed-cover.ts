import { isClosedFile } from '#server/areas/media/media-sql';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import { m } from '../../../../messages/messages.js';

/**
 * Fails with BAD_INPUT where a cover is a picture of a lesson: administrators would see it, visitors would not. One that is
 * there already (`before`) may stay.
 */
export async function refuseClosedCover(db: Reader, thumbnail: string, before = ''): Promise<void> {
  if (thumbnail === before || !(await isClosedFile(db, thumbnail))) return;
  throw new Failure('BAD_INPUT', {
    fields: {
      thumbnail: m.faults_visitors_cant_see_this_file_because_it_2(),
    },
  });
}
