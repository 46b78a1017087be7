// What this lab needs of node:crypto: the SHA-256 of a text, as base64url.
// On your own machine, Node.js has its own and this file is not used.
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function isPrime(number) {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false;
  return true;
}

/** The constants of SHA-256: the first bits of the fractional parts of roots of primes. */
function fractions(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number += 1)
    if (isPrime(number)) found.push(((number ** power % 1) * 2 ** 32) | 0);
  return found;
}
const ROUNDS = fractions(64, 1 / 3);

function utf8(text) {
  return [...encodeURIComponent(text).matchAll(/%(..)|(.)/g)].map(([, hex, plain]) =>
    hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

function sha256(bytes) {
  const padded = [...bytes, 0x80];
  while (padded.length % 64 !== 56) padded.push(0);
  const bits = bytes.length * 8;
  padded.push(0, 0, 0, Math.floor(bits / 2 ** 32), bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const state = fractions(8, 1 / 2);
  for (let at = 0; at < padded.length; at += 64) {
    const words = [];
    for (let i = 0; i < 16; i += 1) {
      const [a, b, c, d] = padded.slice(at + 4 * i, at + 4 * i + 4);
      words.push((a << 24) | (b << 16) | (c << 8) | d);
    }
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words.push((words[i - 16] + small + words[i - 7] + large) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const first =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] + word) | 0;
    });
  }
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

function base64url(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b = 0, c = 0] = bytes.slice(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const signs = [bits >> 18, (bits >> 12) & 63, (bits >> 6) & 63, bits & 63].map((index) => ALPHABET[index]);
    text += signs.slice(0, Math.min(4, bytes.length - at + 1)).join("");
  }
  return text;
}

export function createHash(name) {
  if (name !== "sha256") throw new Error(`This lab has no ${name}`);
  let all = "";
  const hash = {
    update(text) {
      all += text;
      return hash;
    },
    digest(form) {
      if (form !== "base64url") throw new Error(`This lab has no ${form}`);
      return base64url(sha256(utf8(all)));
    },
  };
  return hash;
}
