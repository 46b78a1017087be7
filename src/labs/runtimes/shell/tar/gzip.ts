import { Gunzip, gzipSync } from 'fflate';
import { joined } from './format.ts';

/** Read in pieces of so many bytes, so that a little that unpacks to very much is noticed in time. */
const PIECE = 1024;

/** Without the time of day, so that the same content gives the same bytes. */
export function compress(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { mtime: 0 });
}

/** Throws when it isn't compressed, is cut off, or holds more than `most` bytes. */
export function decompress(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new Error('gzip: stdin: not in gzip format');
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpack = new Gunzip((part) => {
    parts.push(part);
    length += part.length;
    if (length > most) throw new Error('gzip: stdin: more than fits here');
  });
  for (let at = 0; at < bytes.length; at += PIECE)
    unpack.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  return joined(parts);
}
