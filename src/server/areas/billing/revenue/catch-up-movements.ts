import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { holdAccount } from '../ledger/ledger-sql.ts';
import { selectDue } from './movement-sql.ts';
import { writeMovements } from './write-movements.ts';

/** Writes the movements of accounts whose facts came without: those of before an update. A chore of the school. */
export async function catchUpMovements({ db, log }: Services): Promise<number> {
  return forEachDue<{ readonly id: string }>({
    log,
    failure: "couldn't write down how revenue moved",
    limit: 500,
    select: (after, limit) => selectDue(db.kysely, after, limit),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        if (!(await holdAccount(trx, id))) return 0;
        await writeMovements(trx, id);
        return 1;
      }),
  });
}
