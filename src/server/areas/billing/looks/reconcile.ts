import { setTimeout as wait } from 'node:timers/promises';
import { type PaymentProvider, PaymentsAway } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { markAllAnswered } from '../inbox/inbox-sql.ts';
import { adoptCustomers } from './adopt-customers.ts';
import { type Difference, insertCheck, selectLastFacts } from './check-sql.ts';
import { compareBalances } from './compare-balances.ts';
import { lookAt } from './look-at.ts';
import type { Customer } from './look-sql.ts';
import { selectCustomers } from './reconcile-sql.ts';

/** A look and its comparison are six requests; a provider takes twenty a second without complaint. */
const PAUSE_MS = 300;
/** A provider that is away so often in a row is away for everybody. */
const AWAY_IN_A_ROW = 3;
/** What is kept of differences, for administrators to look at. */
const MAX_DIFFERENCES = 50;
const MAX_FACTS = 10;

export interface Reconciled {
  readonly looked: number;
  readonly changed: number;
  readonly failed: number;
}

/**
 * Looks at everybody whose payments may change, for notices that never came. A chore of the school; nothing without a provider.
 * Ended by the signal, it keeps what it has found, and rejects.
 */
export function reconcile(services: Services, pauseMs = PAUSE_MS, signal?: AbortSignal): Promise<Reconciled> {
  return compareAll(services, { all: false, pauseMs, signal });
}

/** Looks at everybody, also at customers that are known to the provider alone, as after a restore. A chore of the school. */
export async function reconcileAll(
  services: Services,
  pauseMs = PAUSE_MS,
  signal?: AbortSignal,
): Promise<Reconciled> {
  if (services.payments) await adoptCustomers(services, services.payments, signal);
  return compareAll(services, { all: true, pauseMs, signal });
}

async function compareAll(
  services: Services,
  {
    all,
    pauseMs,
    signal,
  }: { readonly all: boolean; readonly pauseMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Reconciled> {
  const { clock, db, payments } = services;
  const result = { looked: 0, changed: 0, failed: 0 };
  const differences: Difference[] = [];
  if (!payments) return result;
  const before = clock.now();
  let away = 0;
  for (const customer of await selectCustomers(db.kysely, payments, { all, now: clock.now() })) {
    if (signal?.aborted) break;
    const outcome = await compareOne(services, payments, customer).catch((error: unknown) => {
      report(services, error);
      return error;
    });
    if (typeof outcome === 'number') {
      result.looked += 1;
      if (outcome > 0) {
        result.changed += 1;
        const found = await selectLastFacts(db.kysely, customer, Math.min(outcome, MAX_FACTS));
        if (found && differences.length < MAX_DIFFERENCES) differences.push(found);
      }
    } else result.failed += 1;
    away = outcome instanceof PaymentsAway ? away + 1 : 0;
    // Who waits longest comes first next time.
    if (away === AWAY_IN_A_ROW) break;
    const asked = outcome instanceof PaymentsAway ? (outcome.retryAfter ?? 0) * 1000 : 0;
    await wait(Math.max(pauseMs, asked), undefined, { signal }).catch(() => undefined);
  }
  await insertCheck(db.kysely, { ...result, differences }, clock.now());
  signal?.throwIfAborted();
  // Also those that name nobody.
  if (all && result.failed === 0) {
    const { livemode, name } = payments;
    await markAllAnswered(db.kysely, name, livemode, { before, now: clock.now() });
  }
  return result;
}

/** How much was new. */
async function compareOne(
  services: Services,
  payments: PaymentProvider,
  customer: Customer,
): Promise<number> {
  const looked = await lookAt(services, customer);
  await compareBalances(services, payments, customer);
  return typeof looked === 'number' ? looked : 0;
}

function report({ log }: Services, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  log.error({ message }, "couldn't reconcile a customer");
}
