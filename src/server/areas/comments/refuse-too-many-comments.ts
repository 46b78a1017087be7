import { DAILY_LIMITS } from '#domain/site/daily-limits';
import type { Db } from '#server/db/client';
import { dayBefore, refuseOverLimit } from '#server/db/counts/daily-limit';
import { selectFirstComment } from './sql.ts';

/** So many comments of somebody pass without a question to the database: hardly anybody writes more in a day. */
const UNASKED = 20;
/** Authors that are remembered; those who wrote longest ago give way. */
const MAX_AUTHORS = 10_000;

/** When the authors wrote here during the last day, newest last. */
const writtenOf = new WeakMap<Db, Map<string, Date[]>>();

/**
 * Writes a comment of somebody, unless they wrote what a day allows. Every twentieth asks the database for what was written through
 * other processes and before this one began, so that the others cost no statement. One that fails doesn't count. Fails with
 * DAILY_LIMIT.
 */
export async function refuseTooManyComments<Written>(
  db: Db,
  { authorId, now }: { readonly authorId: string; readonly now: Date },
  write: () => Promise<Written>,
): Promise<Written> {
  const authors = writtenOf.get(db) ?? new Map<string, Date[]>();
  writtenOf.set(db, authors);
  const since = dayBefore(now);
  const most = DAILY_LIMITS.comments;
  const written = (authors.get(authorId) ?? []).filter((at) => at > since);
  refuseOverLimit(written.at(-most), now);
  // Before anything is waited for: many at the same moment must not all pass.
  authors.delete(authorId);
  authors.set(authorId, [...written, now]);
  const [oldest] = authors.keys();
  if (authors.size > MAX_AUTHORS && oldest !== undefined) authors.delete(oldest);
  try {
    if (written.length > 0 && written.length % UNASKED === 0)
      refuseOverLimit(await selectFirstComment(db.kysely, authorId, { most, since }), now);
    return await write();
  } catch (error) {
    forget(authors, authorId, now);
    throw error;
  }
}

function forget(authors: Map<string, Date[]>, authorId: string, at: Date): void {
  const written = authors.get(authorId) ?? [];
  const index = written.indexOf(at);
  if (index >= 0) authors.set(authorId, written.toSpliced(index, 1));
}
