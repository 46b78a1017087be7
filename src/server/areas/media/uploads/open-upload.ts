import { randomUUID } from 'node:crypto';
import { canAdminister } from '#domain/access/can-administer';
import { MAX_LARGE_GIGABYTES } from '#domain/media/limits';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { endingOf } from '../ending-of.ts';
import { refuseFull } from '../refuse-full.ts';
import { safeName } from '../safe-name.ts';
import { streamedType } from '../streamed-type.ts';

export const MAX_LARGE_BYTES = MAX_LARGE_GIGABYTES * 1024 ** 3;

/**
 * Begins an upload that arrives in pieces; answers its id. Its room in the library is kept from now on. Fails with
 * UNSUPPORTED_FILE, BODY_TOO_LARGE and MEDIA_FULL before a byte is sent; the first two say in `fields.file` what is wrong.
 */
export async function openUpload(
  services: Pick<Services, 'clock' | 'config' | 'db'>,
  caller: Caller,
  { bytes, name }: { name: string; bytes: number },
): Promise<string> {
  authorise(canAdminister(caller.viewer));
  const ending = endingOf(name);
  if (!streamedType(ending))
    throw new Failure('UNSUPPORTED_FILE', {
      fields: { file: m.faults_files_this_large_can_be_video_audio() },
    });
  if (bytes > MAX_LARGE_BYTES)
    throw new Failure('BODY_TOO_LARGE', {
      fields: { file: m.faults_the_file_must_be_gb_or_smaller({ number: MAX_LARGE_GIGABYTES }) },
    });
  const now = services.clock.now();
  const id = randomUUID();
  await services.db.transaction(async (trx) => {
    await refuseFull(services, trx, bytes);
    await trx
      .insertInto('media_uploads')
      .values({
        id,
        owner_id: signedIn(caller).userId,
        name: safeName(name, ending),
        bytes,
        created_at: now,
        touched_at: now,
      })
      .execute();
  });
  return id;
}
