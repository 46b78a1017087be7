import { Failure } from '#server/failure';
import { decodePicture } from '#server/platform/decode-picture';
import { m } from '../../../../messages/messages.js';

const MAX_BYTES = 2 * 1024 * 1024;
const SIDE = 256;

/**
 * Makes a small square WebP of an uploaded picture: decided by its content, decoded and redrawn, so that nothing of
 * the file but its pixels remains. Fails with BODY_TOO_LARGE over 2 MB, UNSUPPORTED_FILE for anything but a picture, and
 * RATE_LIMITED when too many others wait.
 */
export async function readPicture(file: File): Promise<Buffer> {
  if (file.size > MAX_BYTES)
    throw new Failure('BODY_TOO_LARGE', { fields: { file: m.faults_the_picture_must_be_2_mb_or() } });
  const picture = await decodePicture(Buffer.from(await file.arrayBuffer()), (decoded) =>
    decoded.rotate().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
  );
  if (picture) return picture;
  throw new Failure('UNSUPPORTED_FILE', {
    fields: { file: m.faults_we_couldnt_read_this_picture_choose_a() },
  });
}
