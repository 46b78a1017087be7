import { Failure } from '#server/failure';

const MAX_BYTES = 2 * 1024 * 1024;
/** A small file can claim to be a huge picture; beyond this it is not decoded. */
const MAX_PIXELS = 40_000_000;
const SIDE = 256;

const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp' && /^avi[fs]/.test(bytes.toString('latin1', 8, 12)),
];

/**
 * Makes a small square WebP of an uploaded picture: decided by its content, decoded and drawn anew, so that nothing of
 * the file but its pixels remains. Fails with BODY_TOO_LARGE over 2 MB and UNSUPPORTED_FILE for anything but a picture.
 */
export async function readPicture(file: File): Promise<Buffer> {
  if (file.size > MAX_BYTES)
    throw new Failure('BODY_TOO_LARGE', { fields: { file: 'The picture may have at most 2 MB.' } });
  const bytes = Buffer.from(await file.arrayBuffer());
  if (!SIGNATURES.some((matches) => matches(bytes))) throw notAPicture();
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw notAPicture();
  }
}

function notAPicture(): Failure {
  return new Failure('UNSUPPORTED_FILE', {
    fields: { file: 'This is not a picture that can be read. Choose a PNG, JPEG, WebP, GIF or AVIF file.' },
  });
}
