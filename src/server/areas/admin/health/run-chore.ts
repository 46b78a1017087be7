import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { askForChore } from './health-sql.ts';

/** Has one of the processes do a chore at once; asked while it runs, it runs once more. Fails with CHORE_NOT_FOUND. */
export async function runChore(
  { db }: Services,
  caller: Caller,
  { name }: { readonly name: string },
): Promise<{ asked: true }> {
  authorise(canAdminister(caller.viewer));
  await db.transaction(async (trx) => {
    if (!(await askForChore(trx, name))) throw new Failure('CHORE_NOT_FOUND');
    await recordAudit(trx, caller, { action: 'health.run-chore', entity: 'chore', after: { name } });
    await notify(trx, 'chores');
  });
  return { asked: true };
}
