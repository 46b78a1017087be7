import type { Sharp } from 'sharp';
import { Failure } from '#server/failure';

/**
 * A small file can claim to be a huge picture; beyond this it is not decoded. A JPEG is made smaller while it is read, so the
 * photos of today's phones are cheap; of the others every pixel is drawn first, and all of a progressive JPEG is held first.
 */
const MAX_PIXELS = 16_000_000;
const MAX_JPEG_PIXELS = 60_000_000;
/** The format of AVIF costs the most by far. */
const MAX_AVIF_PIXELS = 4_000_000;
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

/** What a picture is redrawn with: the library's picture, its format, and how many frames it has. */
type Draw<Result> = (picture: Sharp, format: string, frames: number) => Promise<Result>;

/** Whether the bytes begin as a PNG, JPEG, WebP, GIF or AVIF file does. */
export function looksLikePicture(bytes: Buffer): boolean {
  return SIGNATURES.some((matches) => matches(bytes));
}

/**
 * Decodes a picture for `draw`, one at a time for all who ask; null when it cannot be read or has too many pixels, all
 * frames together where it is to be `animated`. Fails with RATE_LIMITED when too many others wait.
 */
export async function decodePicture<Result>(
  bytes: Buffer,
  draw: Draw<Result>,
  { animated = false } = {},
): Promise<Result | null> {
  if (!looksLikePicture(bytes)) return null;
  if (waiting >= MAX_WAITING) throw new Failure('RATE_LIMITED', { data: { retryAfter: 5 } });
  waiting += 1;
  const drawn = last.then(() => decode(bytes, draw, animated));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } catch {
    return null;
  } finally {
    waiting -= 1;
  }
}

async function decode<Result>(bytes: Buffer, draw: Draw<Result>, animated: boolean): Promise<Result> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  // No picture is decoded twice: kept pixels would only hold memory, 100 MB a picture until there are a dozen.
  sharp.cache(false);
  const {
    format,
    height,
    isProgressive,
    pages = 1,
    width,
  } = await sharp(bytes, {
    limitInputPixels: MAX_JPEG_PIXELS,
  }).metadata();
  const frames = animated ? pages : 1;
  const limitInputPixels = maxPixels(format, isProgressive);
  if (width * height * frames > limitInputPixels) throw new Error('too many pixels');
  const picture = sharp(bytes, { limitInputPixels, failOn: 'error', animated: frames > 1 });
  return draw(picture.timeout({ seconds: 10 }), format, frames);
}

function maxPixels(format: string, isProgressive: boolean): number {
  if (format === 'jpeg' && !isProgressive) return MAX_JPEG_PIXELS;
  return format === 'heif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
}
