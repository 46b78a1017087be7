import type { Sharp } from 'sharp';
import { MAX_PICTURE_MEGABYTES } from '#domain/media/limits';
import { Failure } from '#server/failure';
import { decodePicture, looksLikePicture } from '#server/platform/decode-picture';
import { m } from '../../../messages/messages.js';
import { isPlainDrawing } from './drawings/is-plain-drawing.ts';
import { sanitiseDrawing } from './drawings/sanitise-drawing.ts';
import { endingOf } from './ending-of.ts';
import { FILE_TYPES, PICTURE_TYPES } from './file-types.ts';
import { invalidFile } from './streamed-type.ts';

const MEGABYTE = 1024 * 1024;
const MAX_PICTURE_BYTES = MAX_PICTURE_MEGABYTES * MEGABYTE;
/** Of a drawing as it comes; what is kept of it is smaller. */
const MAX_DRAWING_BYTES = MEGABYTE;
/** Of any other file; it is sent whole. */
export const MAX_FILE_BYTES = 50 * MEGABYTE;
/** No screen shows more of a picture in a text. */
const LONGEST_SIDE = 2560;
/** Widths of smaller copies, for smaller screens. A picture no wider than the first has none. */
const COPY_WIDTHS = [480, 960, 1600];
/** A cover is shown beside text, never over a whole screen; browsers know of its small copy by its address. */
const COVER_WIDTH = 1280;
const COVER_COPY_WIDTH = 640;
const COVER_QUALITY = 78;

/** A picture or file as it is kept. */
export interface ReadMedia {
  readonly bytes: Buffer;
  readonly ending: string;
  readonly mime: string;
  /** In pixels; null for what is no picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The same picture in WebP, smaller. */
  readonly copies: readonly PictureCopy[];
}

interface PictureCopy {
  readonly width: number;
  readonly bytes: Buffer;
}

/**
 * Checks what a file is by its content and makes of it what is kept: pictures are redrawn without anything but their
 * pixels, of drawings only shapes are kept, other files stay as they are. Fails with BODY_TOO_LARGE and UNSUPPORTED_FILE.
 */
export async function readMedia(bytes: Buffer, name: string): Promise<ReadMedia> {
  if (looksLikePicture(bytes)) return readPicture(bytes);
  const ending = endingOf(name);
  if (ending === 'svg') return readDrawing(bytes);
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge('file', MAX_FILE_BYTES);
  const type = Object.hasOwn(FILE_TYPES, ending) ? FILE_TYPES[ending] : undefined;
  if (!type) throw unsupported(m.faults_file_type({ endings: ENDINGS }));
  if (bytes.length === 0 || !type.matches(bytes)) throw invalidFile(ending);
  return { bytes, ending, mime: type.mime, size: null, copies: [] };
}

const ENDINGS = Object.keys(FILE_TYPES).join(', ');

/** As `readMedia`, for the picture of a course or post: in WebP, no larger than it is shown. */
export async function readCover(bytes: Buffer, name: string): Promise<ReadMedia> {
  if (endingOf(name) === 'svg' && !looksLikePicture(bytes)) return readDrawing(bytes);
  return readPicture(bytes, drawCover);
}

async function readPicture(bytes: Buffer, draw = drawAnew): Promise<ReadMedia> {
  if (bytes.length > MAX_PICTURE_BYTES) throw tooLarge('picture', MAX_PICTURE_BYTES);
  const drawn = await decodePicture(bytes, draw, { animated: draw === drawAnew });
  if (!drawn) throw unsupported(m.faults_picture_unreadable());
  return drawn;
}

async function drawCover(picture: Sharp): Promise<ReadMedia> {
  const upright = picture.rotate();
  const at = (width: number) =>
    upright
      .clone()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: COVER_QUALITY });
  const { data, info } = await at(COVER_WIDTH).toBuffer({ resolveWithObject: true });
  const small = await at(COVER_COPY_WIDTH).toBuffer();
  const size = { width: info.width, height: info.height };
  const copies = [{ width: COVER_COPY_WIDTH, bytes: small }];
  return { bytes: data, ending: 'webp', mime: 'image/webp', size, copies };
}

async function drawAnew(picture: Sharp, format: string, frames: number): Promise<ReadMedia> {
  const upright = frames > 1 ? picture : picture.rotate();
  const fitting = upright.resize({
    width: LONGEST_SIDE,
    height: LONGEST_SIDE * frames,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const ending = format === 'jpeg' ? 'jpg' : format === 'heif' ? 'avif' : format;
  const { data, info } = await encode(fitting, ending).toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  const size = { width: info.width, height };
  const copies =
    frames > 1 ? [] : await drawCopies(upright, { ending, width: info.width, most: data.length });
  return { bytes: data, ending, mime: PICTURE_TYPES[ending] ?? '', size, copies };
}

/** The picture in smaller widths, and in its own where WebP is smaller than its format. What saves nothing is left out. */
async function drawCopies(
  picture: Sharp,
  { ending, most, width }: { ending: string; most: number; width: number },
): Promise<PictureCopy[]> {
  const [smallest = 0] = COPY_WIDTHS;
  if (width <= smallest) return [];
  const widths = COPY_WIDTHS.filter((each) => each < width);
  if (ending === 'png' || ending === 'jpg') widths.push(width);
  const copies: PictureCopy[] = [];
  for (const each of widths) {
    const bytes = await picture.clone().resize({ width: each }).webp({ quality: 80, effort: 3 }).toBuffer();
    if (bytes.length < most) copies.push({ width: each, bytes });
  }
  return copies;
}

function encode(picture: Sharp, ending: string): Sharp {
  if (ending === 'jpg') return picture.jpeg({ quality: 88 });
  if (ending === 'webp') return picture.webp({ quality: 88 });
  if (ending === 'avif') return picture.avif({ quality: 60, effort: 2 });
  return ending === 'gif' ? picture.gif() : picture.png({ compressionLevel: 9 });
}

function readDrawing(bytes: Buffer): ReadMedia {
  if (bytes.length > MAX_DRAWING_BYTES) throw tooLarge('drawing', MAX_DRAWING_BYTES);
  const given = bytes.toString('utf8');
  const clean = sanitiseDrawing(given);
  if (!Buffer.from(given).equals(bytes) || clean === null) throw unsupported(m.faults_drawing_invalid());
  // What is plain already stays as it is, so that the same drawing keeps its address.
  const svg = isPlainDrawing(given) ? given : clean;
  if (!isPlainDrawing(svg)) throw unsupported(m.faults_drawing_shapes());
  return {
    bytes: Buffer.from(svg),
    ending: 'svg',
    mime: PICTURE_TYPES.svg ?? '',
    size: sizeOfDrawing(svg),
    copies: [],
  };
}

/** As the drawing says it, in its own units; a square where it says nothing. */
export function sizeOfDrawing(svg: string): { width: number; height: number } {
  const [tag = ''] = /<svg\b[^>]*>/.exec(svg) ?? [];
  const said = (name: string) => Number(new RegExp(`\\s${name}=["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1]);
  const [, , boxWidth, boxHeight] = (/\sviewBox=["']([^"']*)["']/.exec(tag)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = said('width') || boxWidth || 300;
  const height = said('height') || boxHeight || width;
  return { width: whole(width), height: whole(height) };
}

function whole(pixels: number): number {
  return Math.min(10_000, Math.max(1, Math.round(pixels)));
}

function unsupported(file: string): Failure {
  return new Failure('UNSUPPORTED_FILE', { fields: { file } });
}

function tooLarge(kind: 'file' | 'picture' | 'drawing', most: number): Failure {
  return new Failure('BODY_TOO_LARGE', {
    fields: { file: m.faults_file_too_large({ kind, megabytes: most / MEGABYTE }) },
  });
}
