import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { holdAccount, selectTurned } from './ledger-sql.ts';
import { projectTier } from './project-tier.ts';

/**
 * Tidies up after tiers that became others by the time alone: who asks as a viewer knew it at once, lists that count learn
 * it now. A chore of the school; answers how many.
 */
export async function turnTiers({ clock, db, log }: Services): Promise<number> {
  const now = clock.now();
  return forEachDue<{ readonly id: string }>({
    log,
    failure: "couldn't write a tier down",
    limit: 100,
    select: (after, limit) => selectTurned(db.kysely, now, after, limit),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        const account = await holdAccount(trx, id);
        const turned = account && (await projectTier(trx, account, now));
        if (!account || !turned || turned.before === turned.after) return 0;
        await recordAudit(trx, systemCaller, {
          action: 'subscription.change',
          entity: 'user',
          entityId: account.user_id,
          before: { tier: turned.before },
          after: { tier: turned.after },
        });
        return 1;
      }),
  });
}
