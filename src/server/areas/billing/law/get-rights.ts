import type { Rights } from '#contract/legal';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { Caller, Services } from '#server/services';
import { selectAccount, selectFacts } from '../ledger/ledger-sql.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { payer } from '../member/own.ts';
import { selectRequestsOf, selectWithdrawalOf } from './request-sql.ts';
import { withdrawalRight } from './withdrawal-right.ts';

/** The caller's right to withdraw, and what they declared: by the ledger alone, also while the provider is away. */
export async function getRights(services: Services, caller: Caller): Promise<Rights> {
  const { kysely } = services.db;
  const account = await selectAccount(kysely, payer(caller).userId);
  if (!account) return { withdrawal: null, requests: [] };
  const requests = (await selectRequestsOf(kysely, account.id)).map(
    ({ ends_on, id, kind, received_at, state }) => ({
      id,
      kind,
      receivedAt: received_at.toISOString(),
      endsOn: ends_on,
      isDone: state === 'done',
    }),
  );
  return { withdrawal: await openRight(services, account.id), requests };
}

async function openRight(
  { clock, db, payments, settings }: Services,
  accountId: string,
): Promise<Rights['withdrawal']> {
  const { legal: law } = await settings.current();
  if (!payments || !law.withdrawal) return null;
  const facts = await selectFacts(db.kysely, accountId);
  const sub = liveSubscription(facts);
  if (!sub || (await selectWithdrawalOf(db.kysely, sub.id))) return null;
  const at = secondsOf(clock.now());
  const right = await withdrawalRight(db.kysely, law, { accountId, facts, sub, at });
  if (at >= right.until) return null;
  return {
    until: dateOf(right.until).toISOString(),
    refund: { amount: right.refund, currency: sub.currency },
    isWhole: right.isWhole,
  };
}
