import { z } from 'zod';
import { USER_SORTS, type UserSort } from '#domain/accounts/user-list';
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
  if (!INSTANT.test(at) || !ID.test(id)) throw notACursor();
  return { at, id };
}

/** Where a page of the list of users ends: the value it is sorted by, as text, and the id. */
export interface UserCursor {
  readonly key: string;
  readonly id: string;
}

const userCursor = z
  .tuple([z.enum(USER_SORTS), z.string().max(600), z.uuid()])
  .refine(([sort, key]) => sort === 'name' || sort === 'email' || INSTANT.test(key));

export function toUserCursor(sort: UserSort, { id, key }: UserCursor): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** What a caller handed back. Fails with BAD_INPUT when it is not one of ours, or belongs to another order. */
export function fromUserCursor(sort: UserSort, text: string): UserCursor {
  const { data, success } = userCursor.safeParse(parse(Buffer.from(text, 'base64url').toString()));
  if (!success || data[0] !== sort || data[1].includes('\0') || !data[1].isWellFormed()) throw notACursor();
  return { key: data[1], id: data[2] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function toIdCursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** The id that a caller handed back. Fails with BAD_INPUT when it is not one of ours. */
export function fromIdCursor(text: string): string {
  const id = Buffer.from(text, 'base64url').toString();
  if (!/^\d{1,18}$/.test(id)) throw notACursor();
  return id;
}

function notACursor(): Failure {
  return new Failure('BAD_INPUT', { fields: { after: 'Invalid cursor for this list' } });
}
