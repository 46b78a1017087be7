import { sql } from 'kysely';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/**
 * Takes a whole import back. Questions that somebody changed since stay. Fails with IMPORT_NOT_FOUND, also for one that
 * was taken back already.
 */
export async function undoImport(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ removed: number; stayed: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const undone = await trx
      .updateTable('question_imports')
      .set({ undone_at: clock.now() })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .returning('bank_id')
      .executeTakeFirst();
    if (!undone) throw new Failure('IMPORT_NOT_FOUND');
    const { rows: removed } = await sql<{ key: string }>`
      delete from bank_questions where import_id = ${id} and version = 1 returning key`.execute(trx);
    const { rows } = await sql<{ stayed: number }>`
      select count(*)::int as stayed from bank_questions where import_id = ${id}`.execute(trx);
    const result = { removed: removed.length, stayed: rows[0]?.stayed ?? 0 };
    await recordAudit(trx, caller, {
      ...{ action: 'bank.undo-import', entity: 'question_bank', entityId: undone.bank_id },
      after: { import: id, ...result },
    });
    return result;
  });
}
