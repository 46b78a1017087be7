import { Failure } from '#server/failure';

const MAX_BYTES = 2 * 1024 * 1024;
/**
 * A small file can claim to be a huge picture; beyond this it is not decoded. A JPEG is made smaller while it is read, so the
 * photos of today's phones are cheap; of the others every pixel is drawn first.
 */
const MAX_PIXELS = 16_000_000;
const MAX_JPEG_PIXELS = 60_000_000;
/** The format of AVIF costs the most by far. */
const MAX_AVIF_PIXELS = 4_000_000;
const SIDE = 256;
/** Decoding takes a core: one at a time, and a few who wait. */
const MAX_WAITING = 20;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp' && /^avi[fs]/.test(bytes.toString('latin1', 8, 12)),
];

/**
 * Makes a small square WebP of an uploaded picture: decided by its content, decoded and drawn anew, so that nothing of
 * the file but its pixels remains. Fails with BODY_TOO_LARGE over 2 MB, UNSUPPORTED_FILE for anything but a picture, and
 * RATE_LIMITED when too many others wait.
 */
export async function readPicture(file: File): Promise<Buffer> {
  if (file.size > MAX_BYTES)
    throw new Failure('BODY_TOO_LARGE', { fields: { file: 'The picture may have at most 2 MB.' } });
  const bytes = Buffer.from(await file.arrayBuffer());
  if (!SIGNATURES.some((matches) => matches(bytes))) throw notAPicture();
  if (waiting >= MAX_WAITING) throw new Failure('RATE_LIMITED', { data: { retryAfter: 5 } });
  waiting += 1;
  const drawn = last.then(() => draw(bytes));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } finally {
    waiting -= 1;
  }
}

async function draw(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  try {
    const { format, height, width } = await sharp(bytes, { limitInputPixels: MAX_JPEG_PIXELS }).metadata();
    if (width * height > maxPixels(format)) throw new Error('too many pixels');
    return await sharp(bytes, { limitInputPixels: maxPixels(format), failOn: 'error', animated: false })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw notAPicture();
  }
}

function maxPixels(format: string): number {
  if (format === 'jpeg') return MAX_JPEG_PIXELS;
  return format === 'heif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
}

function notAPicture(): Failure {
  return new Failure('UNSUPPORTED_FILE', {
    fields: { file: 'This is not a picture that can be read. Choose a PNG, JPEG, WebP, GIF or AVIF file.' },
  });
}
