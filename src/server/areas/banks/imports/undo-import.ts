import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { trashQuestions } from '#server/db/bank-trash';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockImported } from '../questions/question-sql.ts';

/**
 * Undoes a whole import: its questions wait in the trash for 30 days. Those that somebody changed since stay in the bank.
 * Fails with IMPORT_NOT_FOUND, also for one that was undone already.
 */
export async function undoImport(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ removed: number; stayed: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const now = clock.now();
    const undone = await trx
      .updateTable('question_imports')
      .set({ undone_at: now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .returning('bank_id')
      .executeTakeFirst();
    if (!undone) throw new Failure('IMPORT_NOT_FOUND');
    const rows = await lockImported(trx, id);
    const ids = rows.filter(({ version }) => version === 1).map((row) => row.id);
    await trashQuestions(trx, { ids, deletedBy: auditActor(caller).actor_id, now });
    const result = { removed: ids.length, stayed: rows.length - ids.length };
    await recordAudit(trx, caller, {
      action: 'bank.undo-import',
      entity: 'question_bank',
      entityId: undone.bank_id,
      after: { import: id, ...result },
    });
    return result;
  });
}
