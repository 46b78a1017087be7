import type { Transaction } from 'kysely';
import type { Receipt } from '#contract/legal';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import type { SiteSettings } from '#server/site-settings';
import { holdAccount, insertFacts, selectFacts } from '../ledger/ledger-sql.ts';
import { SCHOOL } from '../ledger/open-account.ts';
import { projectTier } from '../ledger/project-tier.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { payer } from '../member/own.ts';
import { carryOut } from './carry-out.ts';
import { insertConsent } from './consent-sql.ts';
import { contractWords } from './contract-words.ts';
import { keepRequest, toReceipt } from './keep-request.ts';
import { lookIfAnswered } from './look-if-answered.ts';
import { selectRequestsOf, selectWithdrawalOf } from './request-sql.ts';
import { withdrawalRight } from './withdrawal-right.ts';

/**
 * Withdraws from the caller's subscription: it counts from now on, and the money follows as soon as the provider answers.
 * Twice is once. Fails with NO_SUBSCRIPTION and WITHDRAWAL_OVER.
 */
export async function withdraw(
  services: Services,
  caller: Caller,
  { locale }: { locale: string },
): Promise<Receipt> {
  const { accountId } = await lookIfAnswered(services, caller);
  const settings = await services.settings.current();
  const { id, receipt } = await services.db.transaction((trx) =>
    declare(trx, services, caller, { accountId, locale, settings }),
  );
  if (id !== null) await carryOut(services, id);
  return receipt;
}

async function declare(
  trx: Transaction<DB>,
  services: Services,
  caller: Caller,
  { accountId, locale, settings }: { accountId: string; locale: string; settings: SiteSettings },
): Promise<{ id: string | null; receipt: Receipt }> {
  const now = services.clock.now();
  const account = await holdAccount(trx, accountId);
  const facts = await selectFacts(trx, accountId);
  const sub = liveSubscription(facts);
  const known = sub
    ? await selectWithdrawalOf(trx, sub.id)
    : (await selectRequestsOf(trx, accountId)).find(({ kind }) => kind === 'withdrawal');
  if (known) return { id: null, receipt: toReceipt(known) };
  if (!account || !sub) throw new Failure('NO_SUBSCRIPTION');
  const at = secondsOf(now);
  const right = await withdrawalRight(trx, settings.legal, { accountId, facts, sub, at });
  if (!settings.legal.withdrawal || at >= right.until) throw new Failure('WITHDRAWAL_OVER');
  const { email, name } = payer(caller);
  const declared = {
    kind: 'withdrawal' as const,
    account_id: accountId,
    subscription: sub.id,
    name,
    email,
    contract: contractWords(sub, settings),
    reason: '',
    is_extraordinary: false,
    ends_on: null,
    received_at: now,
    state: 'accepted' as const,
    outcome: 'refunded' as const,
    targets: right.targets,
  };
  const refund = { amount: right.refund, currency: sub.currency };
  const { id, receipt, words } = await keepRequest(trx, services, caller, declared, { refund });
  await insertConsent(trx, { accountId, kind: 'withdrawal', text: words, locale }, now);
  await insertFacts(trx, accountId, SCHOOL, [{ kind: 'withdrawal', id: sub.id, sub: sub.id, at }], now);
  await projectTier(trx, account, now);
  return { id, receipt };
}
