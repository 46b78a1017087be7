import { inflateSync } from 'node:zlib';

const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
const HEAD = 12;
const ENTRY = 16;

/** The font inside a WOFF file (W3C WOFF 1.0), as a PDF can hold it. */
export function woffToTtf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEAD + ENTRY * count);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * ENTRY, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * ENTRY, 10);
  const parts: Uint8Array[] = [head];
  let at = head.length;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF_HEAD + WOFF_ENTRY * index;
    const [start, packed, length] = [4, 8, 12].map((offset) => woff.readUInt32BE(from + offset));
    const raw = woff.subarray(start ?? 0, (start ?? 0) + (packed ?? 0));
    const table = raw.length < (length ?? 0) ? inflateSync(raw) : raw;
    const to = HEAD + ENTRY * index;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(at, to + 8);
    head.writeUInt32BE(table.length, to + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
