/** The name under which the engine's table of functions is exported. */
export const TABLE = '#table';
const [EXPORTS, HEADER_BYTES, TABLE_KIND] = [7, 8, 1];

/** The engine's WebAssembly with its table of functions among the exports: the library's build leaves it out. */
export function exportTable(wasm: ArrayBuffer | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(wasm);
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const { next: start, value: size } = readNumber(bytes, at + 1);
    const end = start + size;
    if (bytes[at] !== EXPORTS) {
      at = end;
      continue;
    }
    const { next: first, value: count } = readNumber(bytes, start);
    const name = new TextEncoder().encode(TABLE);
    const added = [name.length, ...name, TABLE_KIND, 0];
    const section = [...numberBytes(count + 1), ...bytes.subarray(first, end), ...added];
    const before = [...bytes.subarray(0, at + 1), ...numberBytes(section.length), ...section];
    const made = new Uint8Array(before.length + bytes.length - end);
    made.set(before);
    made.set(bytes.subarray(end), before.length);
    return made;
  }
  throw new Error('The engine exports nothing');
}

/** Numbers have seven bits in each byte; the eighth says that another one follows. */
function readNumber(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0;
  for (let at = from; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
}
