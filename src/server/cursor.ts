import { z } from 'zod';
import { USER_SORTS, type UserSort } from '#domain/accounts/user-list';
import { Failure } from '#server/failure';

/** Where a page of a list ended: the instant as text, since a Date loses the microseconds, and the id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:[+-](?:0\d|1[0-4])(?::?[0-5]\d)?|Z)?$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it is a moment that the database takes: the 31st of June has the form of one, too. */
function isInstant(text: string): boolean {
  const [, day = ''] = INSTANT.exec(text) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return day > '0001' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export function toCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** What a caller handed back as `after`. Fails with BAD_INPUT when it is not one of ours. */
export function fromCursor(text: string): Cursor {
  const plain = Buffer.from(text, 'base64url').toString();
  const split = plain.lastIndexOf(' ');
  const [at, id] = [plain.slice(0, split), plain.slice(split + 1)];
  if (!isInstant(at) || !ID.test(id)) throw notACursor();
  return { at, id };
}

/** Where a page of the list of users ends: the value it is sorted by, as text, and the id. */
export interface UserCursor {
  readonly key: string;
  readonly id: string;
}

const userCursor = z
  .tuple([z.enum(USER_SORTS), z.string().max(600), z.uuid()])
  .refine(([sort, key]) => sort === 'name' || sort === 'email' || isInstant(key));

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

interface Wanted {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly page: 'first' | 'last';
}

/** Which page of a list that is read in both directions: those beyond `from`, backwards towards the beginning. */
export interface Stretch<Place> {
  readonly from: Place | null;
  readonly backwards: boolean;
  /** Something is known to be on the other side. */
  readonly isInside: boolean;
}

/** Fails with BAD_INPUT for a cursor that is not ours. */
export function toStretch<Place>(
  { after, before, page }: Wanted,
  read: (cursor: string) => Place,
): Stretch<Place> {
  const [start, end] = [after, before].map((text) => (text ? read(text) : null));
  const from = start ?? end ?? null;
  return { from, backwards: !start && (end !== null || page === 'last'), isInside: from !== null };
}

/** Of one row more than a page has: the page, and the cursors of its neighbors. */
export function cutPage<Row, Place>(
  read: readonly Row[],
  { size, toText, stretch }: { size: number; toText: (row: Row) => string; stretch: Stretch<Place> },
): { rows: readonly Row[]; previous: string | null; next: string | null } {
  const { backwards, isInside } = stretch;
  const hasMore = read.length > size;
  const rows = hasMore ? (backwards ? read.slice(1) : read.slice(0, size)) : read;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && (backwards ? hasMore : isInside) ? toText(first) : null,
    next: last && (backwards ? isInside : hasMore) ? toText(last) : null,
  };
}

function notACursor(): Failure {
  return new Failure('BAD_INPUT', { fields: { after: 'Invalid cursor for this list' } });
}
