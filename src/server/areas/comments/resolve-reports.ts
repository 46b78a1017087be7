import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';

interface Resolved {
  readonly ids: readonly string[];
  readonly resolution: 'hidden' | 'dismissed' | 'removed';
  /** The decision that can be taken back; null when it followed from something else. */
  readonly decisionId: string | null;
  readonly now: Date;
}

/** Closes the open reports about these comments. */
export async function resolveReports(
  trx: Transaction<DB>,
  { decisionId, ids, now, resolution }: Resolved,
): Promise<void> {
  await trx
    .updateTable('comment_reports')
    .set({ resolved_at: now, resolution, decision_id: decisionId })
    .where('comment_id', 'in', ids)
    .where('resolved_at', 'is', null)
    .execute();
}
