import { recordAudit, systemCaller } from '#server/db/audit';
import { type DueBankItem, purgeBankItem, selectDueBankItems } from '#server/db/bank-trash';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';

const AT_ONCE = 200;
const ENTITIES = { bank: 'question_bank', question: 'bank_question' } as const;
const ACTIONS = { bank: 'bank.purge', question: 'bank.purge-question' } as const;

/** Deletes for good the banks and questions that were deleted up to an instant, each in a transaction of its own. Answers how many. */
export async function purgeBanks({ db, log }: Pick<Services, 'db' | 'log'>, before: Date): Promise<number> {
  return forEachDue<DueBankItem>({
    log,
    failure: "couldn't permanently delete a bank or question in the trash",
    limit: AT_ONCE,
    select: (after, limit) => selectDueBankItems(db.kysely, { after, before, limit }),
    run: ({ id, kind, title }) =>
      db.transaction(async (trx) => {
        if (!(await purgeBankItem(trx, { before, id }))) return 0;
        await recordAudit(trx, systemCaller, {
          action: ACTIONS[kind],
          entity: ENTITIES[kind],
          entityId: id,
          before: { title },
        });
        return 1;
      }),
  });
}
