/** A file, a folder or a link in an archive; the name of a folder ends in a slash. */
export interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly content: Uint8Array;
  /** Where a link points. */
  readonly link?: string;
}

const BLOCK = 512;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An archive that any `tar` reads (ustar), without times: the same files give the same bytes. */
export function writeArchive(entries: readonly Entry[]): Uint8Array {
  const blocks = entries.flatMap((entry) => [headerOf(entry), padded(entry.content)]);
  return joined([...blocks, new Uint8Array(2 * BLOCK)]);
}

/** Throws when it isn't an archive. */
export function readArchive(bytes: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries;
    if (number(header, 148, 8) !== sumOf(header)) throw new Error('This does not look like a tar archive');
    const size = number(header, 124, 12);
    const content = bytes.slice(at + BLOCK, at + BLOCK + size);
    if (content.length < size) break;
    const link = text(header, 157, 100);
    const prefix = text(header, 345, 155);
    entries.push({
      name: (prefix === '' ? '' : `${prefix}/`) + text(header, 0, 100),
      mode: number(header, 100, 8),
      content,
      ...(link !== '' && { link }),
    });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error('Unexpected EOF in archive');
}

function headerOf({ content, link, mode, name }: Entry): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, value: string) => header.set(encoder.encode(value), at);
  const octal = (value: number, length: number) => value.toString(8).padStart(length, '0');
  const [prefix, rest] = split(name);
  const kind = link === undefined ? (name.endsWith('/') ? '5' : '0') : '2';
  put(0, rest);
  put(100, `${octal(mode & 0o7777, 7)}\0`);
  put(108, `${octal(1000, 7)}\0${octal(1000, 7)}\0`);
  put(124, `${octal(content.length, 11)}\0${octal(0, 11)}\0`);
  put(156, kind);
  put(157, link ?? '');
  put(257, 'ustar\u000000user');
  put(297, 'user');
  put(345, prefix);
  put(148, `${octal(sumOf(header), 6)}\0 `);
  return header;
}

/** A long name stands in two parts. */
function split(name: string): readonly [string, string] {
  if (encoder.encode(name).length <= 100) return ['', name];
  const slashes = [...name.matchAll(/\/(?=.)/g)].map(({ index }) => index);
  const at = slashes.find((slash) => encoder.encode(name.slice(slash + 1)).length <= 100);
  if (at === undefined || encoder.encode(name.slice(0, at)).length > 155)
    throw new Error(`${name}: file name is too long`);
  return [name.slice(0, at), name.slice(at + 1)];
}

/** Of the bytes of a header, its own field taken as spaces. */
function sumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function text(header: Uint8Array, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

function number(header: Uint8Array, at: number, length: number): number {
  return Number.parseInt(text(header, at, length).trim() || '0', 8);
}

function padded(content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK);
  whole.set(content);
  return whole;
}

/** Pieces as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
