import type { z } from 'zod';
import type { BankRow } from '#contract/exams/banks';
import type { bankForm } from '#contract/questions/bank-form';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockBank, selectBank } from './bank-sql.ts';
import { toBank } from './to-bank.ts';

type Input = z.output<typeof bankForm> & { readonly id: string; readonly version: number };

/** Renames or describes a bank. Fails with BANK_NOT_FOUND, and with VERSION_CONFLICT and the bank as it is now. */
export async function updateBank(
  { clock, db }: Services,
  caller: Caller,
  { description, id, title, version }: Input,
): Promise<BankRow> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await lockBank(trx, id);
    if (!before) throw new Failure('BANK_NOT_FOUND');
    if (before.version !== version)
      throw new Failure('VERSION_CONFLICT', { data: { current: toBank(before) } });
    const after = { title, description };
    await trx
      .updateTable('question_banks')
      .set({ ...after, version: version + 1, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'bank.update',
      entity: 'question_bank',
      entityId: id,
      after,
      before: { title: before.title, description: before.description },
    });
    return toBank((await selectBank(trx, id)) ?? before);
  });
}
