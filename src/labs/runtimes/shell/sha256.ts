import { digestOf } from './git/store/sha1.ts';

/** What the algorithm begins with and adds: the first 32 bits behind the point of the roots of primes. */
const PRIMES = primes(64);
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ADDED = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** Hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return digestOf(bytes, { state: new Int32Array(BEGIN), words: new Int32Array(64) }, mix);
}

function mix(words: Int32Array, state: Int32Array): void {
  const word = (i: number) => words[i] as number;
  for (let i = 16; i < 64; i += 1) {
    const [near, far] = [word(i - 15), word(i - 2)];
    const low = turned(near, 7) ^ turned(near, 18) ^ (near >>> 3);
    words[i] = word(i - 16) + low + word(i - 7) + (turned(far, 17) ^ turned(far, 19) ^ (far >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ADDED[i] ?? 0) + word(i);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] as number) + value) | 0;
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}
