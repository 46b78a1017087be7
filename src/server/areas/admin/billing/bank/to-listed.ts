import type { ListedTransfer } from '#contract/bank-transfers';
import type { ListedTransfer as Row } from '#server/areas/billing/bank/bank-sql';

export function toListed({
  amount,
  currency,
  id,
  interval,
  name,
  number,
  ordered_at,
  paid_at,
  period_from,
  period_to,
  reference,
  state,
  tier,
  user_id,
}: Row): ListedTransfer {
  return {
    id,
    userId: user_id,
    name,
    reference,
    tier,
    interval,
    amount,
    currency,
    state,
    orderedAt: ordered_at.toISOString(),
    number,
    paidAt: paid_at?.toISOString() ?? null,
    from: period_from?.toISOString() ?? null,
    to: period_to?.toISOString() ?? null,
  };
}
