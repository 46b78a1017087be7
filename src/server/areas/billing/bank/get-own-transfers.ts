import type { OwnTransfers } from '#contract/bank-transfers';
import type { Caller, Services } from '#server/services';
import { selectAccount } from '../ledger/ledger-sql.ts';
import { payer } from '../member/own.ts';
import { selectPending } from './bank-sql.ts';
import { transferOffers } from './transfer-offers.ts';

/** What the caller can pay by bank transfer, and what is ordered already: that stays when the school stops offering it. */
export async function getOwnTransfers(services: Services, caller: Caller): Promise<OwnTransfers> {
  const { kysely } = services.db;
  const { bank } = await services.settings.current();
  const known = await selectAccount(kysely, payer(caller).userId);
  const order = known && (await selectPending(kysely, known.id));
  const { account, code, holder, isOn, note } = bank;
  return {
    isOffered: isOn,
    offers: await transferOffers(services, bank),
    order: order
      ? {
          id: order.id,
          reference: order.reference,
          tier: order.tier,
          interval: order.interval,
          amount: order.amount,
          currency: order.currency,
          orderedAt: order.ordered_at.toISOString(),
          holder,
          account,
          code,
          bank: bank.bank,
          note,
        }
      : null,
  };
}
