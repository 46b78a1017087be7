import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { deleteDraft, selectDraft } from './draft-sql.ts';
import { refuseChangedDraft } from './refuse-changed-draft.ts';

/** Removes the draft that is published, under the lock of its course. Fails with STATE_CHANGED where somebody saved another one. */
export async function takeDraft(trx: Transaction<DB>, courseId: string, seen: number): Promise<void> {
  refuseChangedDraft(await selectDraft(trx, courseId), seen, 'STATE_CHANGED');
  await deleteDraft(trx, courseId);
}
