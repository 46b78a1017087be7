import type { Transaction } from 'kysely';
import { freeName } from '#domain/courses/slug';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { selectTakenSlugs } from './sql.ts';

/** This slug for a course or post or the next free one; until the transaction ends nobody else chooses one. */
export async function freeCourseSlug(trx: Transaction<DB>, wanted: string): Promise<string> {
  // Two copies of one course at the same moment would choose the same slug.
  await holdTurn(trx, 'slugs of courses');
  const taken = await selectTakenSlugs(trx, wanted);
  return freeName(wanted, (name) => taken.has(name));
}
