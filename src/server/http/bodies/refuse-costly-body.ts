import { Failure } from '#server/failure';
import { boundaryOf } from './boundary-of.ts';

/** Values in one body; more than any form of a learner has, and quick to refuse. */
export const MAX_VALUES = 5000;
/** An administrator saves a whole course at once. */
export const MAX_ADMIN_VALUES = 200_000;
const MAX_DEPTH = 40;
const MAX_PARTS = 50;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Refuses a body that would take long to parse and to check, by one look at its bytes. Fails with BAD_INPUT. */
export function refuseCostlyBody(contentType: string, body: Uint8Array, maxValues: number): void {
  if (/^multipart\//i.test(contentType)) {
    const boundary = boundaryOf(contentType);
    if (boundary === null)
      throw new Failure('BAD_INPUT', { fields: { body: 'is a form whose Content-Type names no boundary' } });
    if (countOf(body, `--${boundary}`, MAX_PARTS + 1) > MAX_PARTS + 1) throw refusal();
  } else if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    if (countOf(body, '&', maxValues) > maxValues) throw refusal();
  } else refuseCostlyJson(body, maxValues);
}

/** Whatever it says it is: text in JSON has values between commas outside strings, and opens what it nests. */
function refuseCostlyJson(body: Uint8Array, maxValues: number): void {
  let [values, depth] = [0, 0];
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) at = endOfText(body, at);
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    if (values > maxValues || depth > MAX_DEPTH) throw refusal();
  }
}

function endOfText(body: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** How often something occurs; counting stops above the limit. */
function countOf(body: Uint8Array, sought: string, limit: number): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 0;
  for (let at = bytes.indexOf(sought); at !== -1 && count <= limit; at = bytes.indexOf(sought, at + 1))
    count += 1;
  return count;
}

function refusal(): Failure {
  return new Failure('BAD_INPUT', { fields: { body: 'has too many values, or nests them too deeply' } });
}
