import { isRehearsed } from '#domain/billing/rehearsal';
import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { selectIsRehearsed, selectRehearsal } from '../prices/rehearsal-sql.ts';
import { writeSeats } from '../teams/write-seats.ts';
import { holdAccount } from './ledger-sql.ts';
import { noteModeFollowed, noteRehearsal, selectModeDue, updateMode } from './mode-sql.ts';
import { projectTier } from './project-tier.ts';

/**
 * Has only payments count that were made in the mode of the key, so that nobody keeps a tier that a test card bought; without
 * a key, real ones do. Done at each start, before anything is answered; notes whether payments were rehearsed, too, because
 * that can't happen while a live key is set. Answers whether the mode is another one.
 */
export async function setMode({ db, log, payments }: Services): Promise<boolean> {
  const livemode = payments?.livemode ?? true;
  // What was rehearsed once stays so: a large ledger isn't read at each start.
  if (payments?.livemode && !(await selectIsRehearsed(db.kysely))) {
    const rehearsal = await selectRehearsal(db.kysely, payments.name);
    if (isRehearsed(rehearsal)) await noteRehearsal(db.kysely);
    else log.warn(rehearsal, "a live key is set, but payments weren't rehearsed: nothing is sold");
  }
  return db.transaction(async (trx) => {
    const accounts = await updateMode(trx, livemode);
    if (accounts === null) return false;
    await recordAudit(trx, systemCaller, { action: 'billing.mode', entity: 'billing', after: { livemode } });
    // The first start of a school has no payments to say this of.
    if (accounts > 0) log.warn({ livemode, accounts }, 'payments of the other mode no longer count');
    return true;
  });
}

/** Writes tiers again after the mode was changed, those of teams' members too. A chore of the school; answers how many changed. */
export async function followMode(services: Services): Promise<number> {
  const { clock, db, log } = services;
  const now = clock.now();
  let followed = 0;
  const turned = await forEachDue<{ readonly id: string }>({
    log,
    failure: "couldn't follow a change of the payment mode",
    limit: 100,
    select: (after, limit) => selectModeDue(db.kysely, after, limit),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        const account = await holdAccount(trx, id);
        if (!account) return 0;
        followed += 1;
        const projected = await projectTier(trx, account, now);
        await noteModeFollowed(trx, id, now);
        if (!projected || projected.before === projected.after) return 0;
        await recordAudit(trx, systemCaller, {
          action: 'subscription.change',
          entity: 'user',
          entityId: account.user_id,
          before: { tier: projected.before },
          after: { tier: projected.after },
        });
        return 1;
      }),
  });
  // Without a key no relay does.
  return followed === 0 ? 0 : turned + (await writeSeats(services));
}
