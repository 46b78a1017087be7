import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { lacksAuthor } from '#domain/authors/lacks-author';
import { auditActor } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { replaceAuthors, selectAuthorIds, selectWriters } from './author-sql.ts';
import { ensureAuthor } from './ensure-author.ts';

/** Names the authors of a new course or post: those who were chosen, else its creator. */
export async function writeFirstAuthors(
  trx: Transaction<DB>,
  caller: Caller,
  { courseId, wanted }: { courseId: string; wanted: readonly string[] | undefined },
): Promise<void> {
  if (wanted !== undefined) return write(trx, courseId, wanted, null);
  const { actor_id: creator } = auditActor(caller);
  const [writer] = creator === null ? [] : await selectWriters(trx, [creator]);
  if (writer) await write(trx, courseId, [writer.user_id], null);
}

/** Names other authors, or the same in another order; left out: they stay as they are. */
export async function writeAuthors(
  trx: Transaction<DB>,
  { courseId, wanted }: { courseId: string; wanted: readonly string[] | undefined },
): Promise<void> {
  if (wanted === undefined) return;
  const before = await selectAuthorIds(trx, courseId);
  // A deleted account keeps its place until somebody chooses again.
  if (!isDeepStrictEqual(wanted, before)) await write(trx, courseId, wanted, before);
}

async function write(
  trx: Transaction<DB>,
  courseId: string,
  wanted: readonly string[],
  before: readonly string[] | null,
): Promise<void> {
  const ids = [...new Set(wanted)];
  if (lacksAuthor(ids, before)) throw refused('Choose at least one author');
  const writers = ids.length > 0 ? await selectWriters(trx, ids) : [];
  if (writers.length < ids.length)
    throw refused('Someone you chose is not an author any more. Remove them, or choose again.');
  for (const writer of writers) if (writer.slug === null) await ensureAuthor(trx, writer);
  await replaceAuthors(trx, courseId, ids);
}

function refused(words: string): Failure {
  return new Failure('BAD_INPUT', { fields: { authors: words } });
}
