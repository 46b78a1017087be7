import { Failure } from '#server/failure';

/** Where a page of a list ended: the instant as text, since a Date loses the microseconds, and the id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

const INSTANT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:?\d\d)?|Z)?$/;
const ID = /^[0-9a-f-]{36}$|^\d{1,18}$/;

export function toCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** What a caller handed back as `after`. Fails with BAD_INPUT when it is not one of ours. */
export function fromCursor(text: string): Cursor {
  const plain = Buffer.from(text, 'base64url').toString();
  const split = plain.lastIndexOf(' ');
  const [at, id] = [plain.slice(0, split), plain.slice(split + 1)];
  if (!INSTANT.test(at) || !ID.test(id))
    throw new Failure('BAD_INPUT', { fields: { after: 'This is not the end of a page of this list' } });
  return { at, id };
}
