import type { Sharp } from 'sharp';
import { Failure } from '#server/failure';
import { decodePicture, looksLikePicture } from '#server/platform/decode-picture';
import { endingOf } from './ending-of.ts';
import { FILE_TYPES, PICTURE_TYPES } from './file-types.ts';
import { isPlainDrawing } from './is-plain-drawing.ts';

const MEGABYTE = 1024 * 1024;
const MOST_PICTURE_BYTES = 10 * MEGABYTE;
/** Of any other file; it is sent whole. */
export const MOST_FILE_BYTES = 50 * MEGABYTE;
/** No screen shows more of a picture in a text. */
const LONGEST_SIDE = 2560;

/** A picture or file as it is kept. */
export interface ReadMedia {
  readonly bytes: Buffer;
  readonly ending: string;
  readonly mime: string;
  /** In pixels; null for what is no picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/**
 * Checks what a file is by its content and makes of it what is kept: pictures are drawn anew without anything but their
 * pixels, drawings must be plain shapes, other files stay as they are. Fails with BODY_TOO_LARGE and UNSUPPORTED_FILE.
 */
export async function readMedia(bytes: Buffer, name: string): Promise<ReadMedia> {
  if (looksLikePicture(bytes)) return readPicture(bytes);
  const ending = endingOf(name);
  if (ending === 'svg') return readDrawing(bytes);
  if (bytes.length > MOST_FILE_BYTES) throw tooLarge('file', MOST_FILE_BYTES);
  const type = Object.hasOwn(FILE_TYPES, ending) ? FILE_TYPES[ending] : undefined;
  if (!type) throw unsupported(`This file type isn't supported. Choose a picture, or one of: ${ENDINGS}.`);
  if (bytes.length === 0 || !type.matches(bytes)) throw unsupported(`This isn't a valid .${ending} file.`);
  return { bytes, ending, mime: type.mime, size: null };
}

const ENDINGS = Object.keys(FILE_TYPES).join(', ');

async function readPicture(bytes: Buffer): Promise<ReadMedia> {
  if (bytes.length > MOST_PICTURE_BYTES) throw tooLarge('picture', MOST_PICTURE_BYTES);
  const drawn = await decodePicture(bytes, drawAnew, { animated: true });
  if (!drawn) throw unsupported("We couldn't read this picture, or it has too many pixels.");
  return drawn;
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
  return { bytes: data, ending, mime: PICTURE_TYPES[ending] ?? '', size: { width: info.width, height } };
}

function encode(picture: Sharp, ending: string): Sharp {
  if (ending === 'jpg') return picture.jpeg({ quality: 88 });
  if (ending === 'webp') return picture.webp({ quality: 88 });
  if (ending === 'avif') return picture.avif({ quality: 60, effort: 2 });
  return ending === 'gif' ? picture.gif() : picture.png({ compressionLevel: 9 });
}

function readDrawing(bytes: Buffer): ReadMedia {
  const svg = bytes.toString('utf8');
  if (!Buffer.from(svg).equals(bytes) || !isPlainDrawing(svg))
    throw unsupported(
      'This must be a plain SVG drawing of at most 64 kB: shapes, no scripts, links, styles or pictures.',
    );
  return { bytes, ending: 'svg', mime: PICTURE_TYPES.svg ?? '', size: sizeOfDrawing(svg) };
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

function tooLarge(what: string, most: number): Failure {
  return new Failure('BODY_TOO_LARGE', {
    fields: { file: `The ${what} must be ${most / MEGABYTE} MB or smaller.` },
  });
}
