import { setTimeout as wait } from 'node:timers/promises';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { markAllAnswered } from '../inbox/inbox-sql.ts';
import { paymentsOf } from '../payments-of.ts';
import { lookAt } from './look-at.ts';
import { selectCustomers } from './look-sql.ts';

/** A look is some requests; providers take about twenty a second. */
const PAUSE_MS = 200;

export interface Reconciled {
  readonly looked: number;
  readonly changed: number;
  readonly failed: number;
}

/** Looks at every customer, for notices that never came. A chore of the school; nothing without a provider. */
export async function reconcile(services: Services, pauseMs = PAUSE_MS): Promise<Reconciled> {
  const { db, log, payments } = services;
  const result = { looked: 0, changed: 0, failed: 0 };
  if (!payments) return result;
  const before = services.clock.now();
  for (const customer of await selectCustomers(db.kysely, payments.name, payments.livemode)) {
    try {
      const looked = await lookAt(services, customer);
      result.looked += 1;
      if (typeof looked === 'number' && looked > 0) result.changed += 1;
    } catch (error) {
      result.failed += 1;
      log.error(
        { message: error instanceof Error ? error.message : String(error) },
        "couldn't reconcile a customer",
      );
    }
    await wait(pauseMs);
  }
  if (result.failed === 0)
    await markAllAnswered(db.kysely, payments.name, payments.livemode, { before, now: services.clock.now() });
  return result;
}

/** The same at once, because an administrator asks. */
export async function reconcileNow(services: Services, caller: Caller): Promise<Reconciled> {
  authorise(canAdminister(caller.viewer));
  paymentsOf(services);
  const result = await reconcile(services, 0);
  await services.db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'billing.reconcile', entity: 'billing', after: result }),
  );
  return result;
}
