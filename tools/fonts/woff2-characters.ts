import { brotliDecompressSync } from 'node:zlib';

/** Places of tables in the list of known names of the format; what is written in another way than in a font file. */
const CMAP = 0;
const TRANSFORMED = new Set([10, 11]);

/** Every character that a font in a WOFF2 file can draw (W3C WOFF 2.0, OpenType `cmap` format 4). */
export function charactersOf(file: Buffer): Set<number> {
  return charactersOfCmap(tableOf(file, CMAP));
}

function tableOf(file: Buffer, wanted: number): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF2 file');
  let position = 48;
  const readNumber = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(position++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let start = 0;
  let found: [start: number, end: number] | undefined;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(position++);
    const tag = flags & 63;
    if (tag === 63) position += 4;
    let length = readNumber();
    const isTransformed = TRANSFORMED.has(tag) ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (isTransformed) length = readNumber();
    if (tag === wanted) found = [start, start + length];
    start += length;
  }
  if (!found) throw new Error('the font has no such table');
  return brotliDecompressSync(file.subarray(position, position + file.readUInt32BE(20))).subarray(...found);
}

function charactersOfCmap(cmap: Buffer): Set<number> {
  const characters = new Set<number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    if (table.readUInt16BE(0) !== 4) continue;
    const size = table.readUInt16BE(6);
    for (let at = 0; at < size; at += 2) {
      const [last, first] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + size + at)];
      for (let code = first; code <= last && code < 0xffff; code += 1) characters.add(code);
    }
  }
  return characters;
}
