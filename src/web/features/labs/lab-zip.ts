import type { LabFiles } from '#domain/labs/lab-spec';

/** The first of January 1980, midnight: the same files make the same archive. */
const DOS_DATE = 0x21;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8. */
const UTF8 = 0x0800;

/** A ZIP archive of texts, stored without compression. */
export function zipFiles(files: LabFiles): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)];
    const facts = [UTF8, 0, 0, DOS_DATE] as const;
    const sizes = [crc32(data), data.length, data.length] as const;
    const head = record([LOCAL], [20, ...facts], sizes, [name.length, 0]);
    const entry = record([CENTRAL], [20, 20, ...facts], sizes, [name.length, 0, 0, 0, 0], [0, offset]);
    parts.push(head, name, data);
    directory.push(entry, name);
    offset += head.length + name.length + data.length;
  }
  const count = Object.keys(files).length;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  return join([...parts, ...directory, record([END], [0, 0, count, count], [size, offset], [0])]);
}

/** Numbers of 32 and of 16 bits in turns, little end first. */
function record(...groups: readonly (readonly number[])[]): Uint8Array {
  const wide = (at: number) => at % 2 === 0;
  const bytes = groups.flatMap((group, at) =>
    group.flatMap((value) =>
      Array.from({ length: wide(at) ? 4 : 2 }, (_, byte) => (value >>> (8 * byte)) & 0xff),
    ),
  );
  return Uint8Array.from(bytes);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
