/** The name of an object: not secure against forgers, but the one that Git has. */
export function sha1(bytes: Uint8Array): string {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  return digestOf(bytes, { state, words: new Int32Array(80) }, mix);
}

interface Digesting {
  readonly state: Int32Array;
  /** Its first 16 are the next ones of the message. */
  readonly words: Int32Array;
}

/** Goes through a message in blocks of 64 bytes, its length at the end, as every SHA does; hexadecimal. */
export function digestOf(
  bytes: Uint8Array,
  { state, words }: Digesting,
  mixIn: (words: Int32Array, state: Int32Array) => void,
): string {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4);
    mixIn(words, state);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mix(words: Int32Array, state: Int32Array): void {
  const word = (i: number) => words[i] as number;
  for (let i = 16; i < 80; i += 1) {
    words[i] = rotated(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i += 1) {
    let f: number;
    if (i < 20) f = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) f = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else f = (b ^ c ^ d) + 0xca62c1d6;
    const next = (rotated(a, 5) + f + e + word(i)) | 0;
    e = d;
    d = c;
    c = rotated(b, 30);
    b = a;
    a = next;
  }
  for (const [i, value] of [a, b, c, d, e].entries()) state[i] = ((state[i] as number) + value) | 0;
}

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
