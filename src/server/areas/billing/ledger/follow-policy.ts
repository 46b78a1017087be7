import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { holdAccount } from './ledger-sql.ts';
import { noteFollowed, selectOutdated, selectPolicy } from './policy-sql.ts';
import { projectTier } from './project-tier.ts';

/** Writes tiers again after the grace was changed, a page of accounts at a time. A chore of the school. */
export async function followPolicy({ clock, db, log }: Services): Promise<number> {
  const { no } = await selectPolicy(db.kysely);
  if (no === 0) return 0;
  const now = clock.now();
  return forEachDue<{ readonly id: string }>({
    log,
    failure: "couldn't follow a change of the grace period",
    limit: 100,
    select: (after, limit) => selectOutdated(db.kysely, no, after, limit),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        const account = await holdAccount(trx, id);
        if (!account) return 0;
        await projectTier(trx, account, now);
        await noteFollowed(trx, id, no, now);
        return 1;
      }),
  });
}
