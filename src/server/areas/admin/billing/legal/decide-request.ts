import type { Transaction } from 'kysely';
import type { BillingRequest } from '#contract/legal';
import { canAdminister } from '#domain/access/can-administer';
import { liveSubscription } from '#domain/billing/live-subscription';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { carryOut } from '#server/areas/billing/law/carry-out';
import {
  holdRequest,
  type RequestRow,
  selectWithdrawalOf,
  updateRequest,
} from '#server/areas/billing/law/request-sql';
import { targetsOf } from '#server/areas/billing/law/targets-of';
import { insertFacts, selectAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { projectTier } from '#server/areas/billing/ledger/project-tier';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import { selectCustomerOf } from '#server/areas/billing/looks/look-sql';
import { lookNow } from '#server/areas/billing/member/own';
import { paymentsOf } from '#server/areas/billing/payments-of';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../../messages/messages.js';
import { selectRequest } from './listed-request-sql.ts';
import { toRequests } from './to-requests.ts';

interface Decision {
  readonly id: string;
  readonly action: 'cancel' | 'refund' | 'other';
  readonly userId: string | null;
  readonly note: string;
}

/**
 * Settles a request: cancels a subscription, ends and pays it back, or notes what was done elsewhere. Fails with
 * REQUEST_NOT_FOUND, NO_SUBSCRIPTION, PROOF_REQUIRED where money moves, and STATE_CHANGED when it is settled already.
 */
export async function decideRequest(
  services: Services,
  caller: Caller,
  decision: Decision,
): Promise<BillingRequest> {
  authorise(canAdminister(caller.viewer));
  const { action, id, note, userId } = decision;
  if (action === 'other' && note === '')
    throw new Failure('BAD_INPUT', { fields: { note: m.faults_enter_a_note() } });
  if (action === 'refund') await demandFreshProof(services, caller);
  if (action !== 'other') await lookAtMember(services, userId);
  await services.db.transaction(async (trx) => {
    const request = await holdRequest(trx, id);
    if (!request) throw new Failure('REQUEST_NOT_FOUND');
    if (request.state !== 'open' && !(action === 'other' && request.state === 'accepted'))
      throw new Failure('STATE_CHANGED');
    if (action === 'other') await noteDone(trx, services, request, note);
    else await accept(trx, services, request, decision);
    const { viewer } = caller;
    await updateRequest(trx, id, {
      ...(viewer.kind === 'member' && { decided_by: viewer.userId }),
      decided_at: services.clock.now(),
    });
    await recordAudit(trx, caller, {
      action: 'billing.decide-request',
      entity: 'billing_request',
      entityId: id,
      after: { action, userId },
    });
  });
  if (action !== 'other') await carryOut(services, id);
  const settled = await selectRequest(services.db.kysely, id);
  const [shown] = settled ? await toRequests(services, [settled]) : [];
  if (!shown) throw new Failure('REQUEST_NOT_FOUND');
  return shown;
}

async function lookAtMember(services: Services, userId: string | null): Promise<void> {
  const payments = paymentsOf(services);
  const { kysely } = services.db;
  const account = userId === null ? undefined : await selectAccount(kysely, userId);
  const customer = account && (await selectCustomerOf(kysely, account.id, payments.name, payments.livemode));
  if (!customer) throw new Failure('NO_SUBSCRIPTION');
  await lookNow(services, customer);
}

function noteDone(
  trx: Transaction<DB>,
  { clock }: Services,
  { id }: RequestRow,
  note: string,
): Promise<void> {
  return updateRequest(trx, id, { state: 'done', outcome: 'other', note, done_at: clock.now() });
}

async function accept(
  trx: Transaction<DB>,
  services: Services,
  request: RequestRow,
  { action, note, userId }: Decision,
): Promise<void> {
  const now = services.clock.now();
  const account = userId === null ? undefined : await openAccount(trx, userId, now);
  // The account of the session is named: it can't be settled with somebody else's subscription.
  if (!account || (request.account_id !== null && request.account_id !== account.id))
    throw new Failure('NO_SUBSCRIPTION');
  const facts = await selectFacts(trx, account.id);
  const sub = liveSubscription(facts);
  if (!sub) throw new Failure('NO_SUBSCRIPTION');
  if (await selectWithdrawalOf(trx, sub.id)) throw new Failure('STATE_CHANGED');
  const accepted = {
    account_id: account.id,
    subscription: sub.id,
    state: 'accepted' as const,
    note: note || null,
  };
  if (action === 'cancel') return updateRequest(trx, request.id, { ...accepted, outcome: 'canceled' });
  const targets = await targetsOf(services, request, { accountId: account.id, facts, sub });
  await updateRequest(trx, request.id, { ...accepted, outcome: 'refunded', targets });
  const ended = { kind: 'withdrawal' as const, id: sub.id, sub: sub.id, at: secondsOf(now) };
  await insertFacts(trx, account.id, SCHOOL, [ended], now);
  await projectTier(trx, account, now);
}
