import type { Fact, SubscriptionFact } from '#domain/billing/facts';
import { type RefundTarget, refundTargets } from '#domain/billing/law/withdrawal-refund';
import { newestFacts } from '#domain/billing/newest-facts';
import type { Services } from '#server/services';
import { secondsOf } from '../ledger/seconds.ts';
import type { RequestRow } from './request-sql.ts';
import { type WithdrawalRight, withdrawalRight } from './withdrawal-right.ts';

type Received = Pick<RequestRow, 'kind' | 'received_at'>;

interface Contract {
  readonly accountId: string;
  readonly facts: readonly Fact[];
  readonly sub: SubscriptionFact;
}

/** What came of a look. */
export interface Looked {
  /** What the ledger has. */
  readonly facts: readonly Fact[];
  /** What the provider says: the same, where no price in no plan kept it from being written down. */
  readonly asked: readonly Fact[];
}

/** What goes back when a request is settled by "end and refund": counted from the moment that it was received. */
export async function targetsOf(
  { db, settings }: Services,
  request: Received,
  contract: Contract,
): Promise<readonly RefundTarget[]> {
  const { legal } = await settings.current();
  const at = secondsOf(request.received_at);
  return targetsFor(request, contract, await withdrawalRight(db.reader(), legal, { ...contract, at }));
}

/** Who cancels for cause has used what was before; a withdrawal undoes the contract. */
export function targetsFor(
  { kind, received_at }: Received,
  { facts, sub }: Pick<Contract, 'facts' | 'sub'>,
  { targets }: WithdrawalRight,
): readonly RefundTarget[] {
  return kind === 'cancellation' ? refundTargets(facts, sub.id, secondsOf(received_at), 'pro-rata') : targets;
}

/**
 * What goes back besides what the request names: of invoices of its contract that the ledger didn't know when it was accepted,
 * because the provider was away or a price was in no plan.
 */
export async function unseenTargets(
  services: Services,
  request: RequestRow,
  { accountId, asked, facts }: Looked & { readonly accountId: string },
): Promise<readonly RefundTarget[]> {
  const sub = newestFacts(facts).find(
    (fact): fact is SubscriptionFact => fact.kind === 'subscription' && fact.id === request.subscription,
  );
  if (!sub) return [];
  // Written down with the request: what the ledger learned later has a higher number.
  const accepted = facts.find(({ id, kind }) => kind === 'withdrawal' && id === sub.id);
  if (!accepted) return [];
  const known = new Set(
    facts.flatMap((fact) => (fact.kind === 'paid' && fact.v < accepted.v ? [fact.invoice] : [])),
  );
  const targets = await targetsOf(services, request, { accountId, facts: asked, sub });
  return targets.filter(
    ({ invoice }) => !known.has(invoice) && !request.targets.some((one) => one.invoice === invoice),
  );
}
