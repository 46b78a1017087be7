import type { Transaction } from 'kysely';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { m } from '../../../../messages/messages.js';
import { selectPrerequisites } from '../sql.ts';

/** Fails with PREREQUISITE_CIRCLE when the course that must come first is unknown, or itself waits for this one. */
export async function checkPrerequisite(
  trx: Transaction<DB>,
  { id, prerequisiteId }: { id: string | null; prerequisiteId: string | null },
): Promise<void> {
  if (prerequisiteId === null) return;
  // Two saves that each close half of a circle come one after the other.
  await holdTurn(trx, 'course prerequisites');
  const chain = await selectPrerequisites(trx, prerequisiteId);
  if (chain.length === 0 || (id !== null && chain.includes(id)))
    throw new Failure('PREREQUISITE_CIRCLE', {
      fields: {
        prerequisiteId: m.faults_course_not_found_or_it_cant_be(),
      },
    });
}
