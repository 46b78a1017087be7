import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

/**
 * Makes a statement prepared once per connection instead of parsed each time. For lookups by key only: lists can lose
 * by it. The text must be constant; what varies is a parameter.
 */
export function registerNamed(text: string): string {
  names.set(text, `lectern_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  return text;
}

type Query = (...values: unknown[]) => unknown;

/** A client that sends registered statements by their name. */
export class NamedClient extends pg.Client {
  override query = ((first: unknown, ...rest: unknown[]) => {
    const send = pg.Client.prototype.query as Query;
    const name = typeof first === 'string' ? names.get(first) : undefined;
    if (name === undefined || !Array.isArray(rest[0])) return send.call(this, first, ...rest);
    return send.call(this, { name, text: first, values: rest[0] }, ...rest.slice(1));
  }) as pg.Client['query'];
}
