import type { Transaction } from 'kysely';
import type { Receipt } from '#contract/legal';
import { accessEnds } from '#domain/billing/describe';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import type { SiteSettings } from '#server/site-settings';
import { holdAccount, selectFacts } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { dateOf } from '../ledger/seconds.ts';
import { cancel } from '../member/cancel.ts';
import { payer } from '../member/own.ts';
import { carryOut } from './carry-out.ts';
import { contractWords } from './contract-words.ts';
import { keepRequest, toReceipt } from './keep-request.ts';
import { lookIfAnswered } from './look-if-answered.ts';
import { selectRequestsOf } from './request-sql.ts';

interface Cancellation {
  readonly isExtraordinary: boolean;
  readonly reason: string;
  readonly endsOn: string | null;
}

/**
 * Cancels the caller's subscription with a receipt: with the period that runs on the wished day, or, for cause, by a decision
 * of an administrator; until then it does not renew. The same twice is once. Fails with NO_SUBSCRIPTION.
 */
export async function cancelContract(
  services: Services,
  caller: Caller,
  wanted: Cancellation,
): Promise<Receipt> {
  const { accountId } = await lookIfAnswered(services, caller);
  const settings = await services.settings.current();
  const { id, receipt } = await services.db.transaction((trx) =>
    declare(trx, services, caller, { ...wanted, accountId, settings }),
  );
  if (id === null) return receipt;
  if (!wanted.isExtraordinary) await carryOut(services, id);
  // What fails here waits for the administrator with the rest.
  else
    await cancel(services, caller).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    });
  return receipt;
}

async function declare(
  trx: Transaction<DB>,
  services: Services,
  caller: Caller,
  {
    accountId,
    endsOn,
    isExtraordinary,
    reason,
    settings,
  }: Cancellation & { readonly accountId: string; readonly settings: SiteSettings },
): Promise<{ id: string | null; receipt: Receipt }> {
  await holdAccount(trx, accountId);
  const facts = await selectFacts(trx, accountId);
  const sub = liveSubscription(facts);
  if (!sub) throw new Failure('NO_SUBSCRIPTION');
  const known = (await selectRequestsOf(trx, accountId)).find(
    (one) =>
      one.kind === 'cancellation' &&
      one.subscription === sub.id &&
      one.is_extraordinary === isExtraordinary &&
      one.ends_on === endsOn &&
      (one.reason ?? '') === reason &&
      // Who took a cancellation back can declare it again.
      (one.state !== 'done' || sub.endsAt !== null),
  );
  if (known) return { id: null, receipt: toReceipt(known) };
  const { email, name } = payer(caller);
  const isSoon = !isExtraordinary && endsOn === null;
  const { at, ifPaid } = accessEnds(facts, sub, (await selectPolicy(trx)).policy);
  return keepRequest(
    trx,
    services,
    caller,
    {
      kind: 'cancellation',
      account_id: accountId,
      subscription: sub.id,
      name,
      email,
      contract: contractWords(sub, settings),
      reason,
      is_extraordinary: isExtraordinary,
      ends_on: endsOn,
      received_at: services.clock.now(),
      state: isExtraordinary ? 'open' : 'accepted',
      outcome: isExtraordinary ? null : 'canceled',
      targets: [],
    },
    isSoon ? { subscriptionEnds: { at: dateOf(at), ifPaid: ifPaid === null ? null : dateOf(ifPaid) } } : {},
  );
}
