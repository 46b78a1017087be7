import { canAdminister } from '#domain/access/can-administer';
import type { GrantFact } from '#domain/billing/facts';
import { newestFacts } from '#domain/billing/newest-facts';
import { insertFacts, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { projectTier } from '#server/areas/billing/ledger/project-tier';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Ends a gift now; one that has ended stays as it is. Fails with USER_NOT_FOUND and GIFT_NOT_FOUND. */
export async function endGift(
  { clock, db }: Services,
  caller: Caller,
  { gift: giftId, id }: { id: string; gift: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  const now = clock.now();
  await db.transaction(async (trx) => {
    const account = await openAccount(trx, id, now);
    if (!account) throw new Failure('USER_NOT_FOUND');
    const gift = newestFacts(await selectFacts(trx, account.id)).find(
      (fact): fact is GrantFact => fact.kind === 'grant' && fact.id === giftId && giftId.startsWith('gift '),
    );
    if (!gift) throw new Failure('GIFT_NOT_FOUND');
    const at = secondsOf(now);
    if (gift.to !== null && gift.to <= at) return;
    const { v: _v, ...known } = gift;
    await insertFacts(trx, account.id, SCHOOL, [{ ...known, to: at }], now);
    await projectTier(trx, account, now);
    await recordAudit(trx, caller, {
      action: 'billing.gift-end',
      entity: 'user',
      entityId: id,
      before: { tier: gift.tier, until: gift.to },
      after: { until: at },
    });
  });
  return { done: true };
}
