import { recordAudit, systemCaller } from '#server/db/audit';
import { purgeBankItems } from '#server/db/bank-trash';
import type { Services } from '#server/services';

const ENTITIES = { bank: 'question_bank', question: 'bank_question' } as const;
const ACTIONS = { bank: 'bank.purge', question: 'bank.purge-question' } as const;

/** Deletes for good the banks and questions that were deleted up to an instant. Answers how many. */
export async function purgeBanks({ db }: Pick<Services, 'db'>, before: Date): Promise<number> {
  return db.transaction(async (trx) => {
    const purged = await purgeBankItems(trx, before);
    for (const { id, kind, title } of purged)
      await recordAudit(trx, systemCaller, {
        ...{ action: ACTIONS[kind], entity: ENTITIES[kind], entityId: id, before: { title } },
      });
    return purged.length;
  });
}
