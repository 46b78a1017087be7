import { createHash } from 'node:crypto';
import type { SchoolLogo } from '#contract/administration/settings';
import { canAdminister } from '#domain/access/can-administer';
import { readMedia } from '#server/areas/media/read-media';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import { decodePicture } from '#server/platform/decode-picture';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { keepPicture, type SchoolPicture } from './pictures-sql.ts';

/** Twice the room that it has on a page, for sharp screens. */
const WIDTH = 640;
const HEIGHT = 160;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Keeps a picture as a logo, which shows nowhere before the settings name it. It is redrawn, or a plain drawing. Fails
 * with BODY_TOO_LARGE, UNSUPPORTED_FILE, and RATE_LIMITED.
 */
export async function uploadLogo(
  { clock, db }: Services,
  caller: Caller,
  { file }: { file: File },
): Promise<SchoolLogo> {
  authorise(canAdminister(caller.viewer));
  if (file.size > MAX_BYTES)
    throw new Failure('BODY_TOO_LARGE', { fields: { file: m.faults_the_logo_must_be_2_mb_or() } });
  const picture = await readLogo(file);
  await db.transaction(async (trx) => {
    await keepPicture(trx, picture, clock.now());
    await recordAudit(trx, caller, {
      action: 'setting.upload-logo',
      entity: 'setting',
      entityId: 'school',
      after: { picture: picture.id },
    });
  });
  const { ending, height, id, width } = picture;
  return { address: `/school/${id}.${ending}`, width, height };
}

async function readLogo(file: File): Promise<SchoolPicture> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const drawn = await decodePicture(bytes, (picture) =>
    picture
      .rotate()
      .resize(WIDTH, HEIGHT, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, alphaQuality: 100 })
      .toBuffer({ resolveWithObject: true }),
  );
  if (drawn) return toPicture(drawn.data, 'webp', drawn.info);
  const read = /\.svg$/i.test(file.name) ? await readMedia(bytes, file.name) : null;
  if (read?.size && read.ending === 'svg') return toPicture(read.bytes, 'svg', read.size);
  throw new Failure('UNSUPPORTED_FILE', {
    fields: { file: m.faults_we_couldnt_read_this_logo_choose_a() },
  });
}

function toPicture(
  bytes: Buffer,
  ending: string,
  { height, width }: { width: number; height: number },
): SchoolPicture {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { id, ending, bytes, width, height };
}
