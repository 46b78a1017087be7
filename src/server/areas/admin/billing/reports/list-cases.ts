import { canAdminister } from '#domain/access/can-administer';
import type { DisputeFact, GrantFact, RefundFact } from '#domain/billing/facts';
import type { Tier } from '#domain/tiers';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectFactsOf } from '../exports/money-sql.ts';
import { selectDisputes, selectGifts, selectRefunds } from './report-sql.ts';

const SHOWN = 100;
const isoOf = (seconds: number) => dateOf(seconds).toISOString();

interface Person {
  readonly userId: string | null;
  readonly name: string | null;
}

interface ListedDispute extends Person {
  readonly id: string;
  readonly invoice: string | null;
  readonly state: DisputeFact['state'];
  readonly openedAt: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly dueBy: string | null;
  readonly url: string | null;
}

/** Disputes, open ones first, with the page of the provider where evidence is submitted. */
export async function listDisputes(services: Services, { viewer }: Caller): Promise<ListedDispute[]> {
  authorise(canAdminister(viewer));
  const { db, payments } = services;
  const rows = await selectDisputes(db.kysely, SHOWN);
  const numbers = await numbersOf(services, rows);
  return rows.map(({ body, name, subject, user_id }) => {
    const { amount = null, at, currency = null, dueBy = null, invoice, state } = body as DisputeFact;
    return {
      userId: user_id,
      name,
      id: subject,
      invoice: numbers.get(invoice) ?? null,
      state,
      openedAt: isoOf(at),
      amount,
      currency,
      dueBy: dueBy === null ? null : isoOf(dueBy),
      url: payments?.disputeUrl(subject) ?? null,
    };
  });
}

interface ListedRefund extends Person {
  readonly id: string;
  readonly invoice: string | null;
  readonly at: string;
  readonly amount: number;
  readonly currency: string;
  readonly isWhole: boolean;
  readonly isDone: boolean;
}

export async function listRefunds(services: Services, { viewer }: Caller): Promise<ListedRefund[]> {
  authorise(canAdminister(viewer));
  const rows = await selectRefunds(services.db.kysely, SHOWN);
  const numbers = await numbersOf(services, rows);
  return rows.map(({ body, name, subject, user_id }) => {
    const { amount, at, currency, done, invoice, whole } = body as RefundFact;
    return {
      userId: user_id,
      name,
      id: subject,
      invoice: numbers.get(invoice) ?? null,
      at: isoOf(at),
      amount,
      currency,
      isWhole: whole,
      isDone: done,
    };
  });
}

/** What is printed on the invoices of these accounts, by the provider's id. */
async function numbersOf(
  { db }: Services,
  rows: readonly { readonly account_id: string }[],
): Promise<Map<string, string | null>> {
  const lines = await selectFactsOf(
    db.kysely,
    'paid',
    rows.map(({ account_id }) => account_id),
  );
  return new Map([...lines.values()].flat().map(({ invoice, number }) => [invoice, number]));
}

interface ListedGift {
  readonly userId: string;
  readonly name: string;
  readonly id: string;
  readonly tier: Tier;
  readonly from: string;
  readonly until: string | null;
  readonly reason: string;
}

/** Gifts that hold now, those that end first first. */
export async function listGifts(
  { clock, db }: Services,
  { viewer }: Caller,
): Promise<{ items: ListedGift[]; total: number }> {
  authorise(canAdminister(viewer));
  const rows = await selectGifts(db.kysely, secondsOf(clock.now()), SHOWN);
  const items = rows.map(({ body, name, subject, user_id }) => {
    const { from, reason, tier, to } = body as GrantFact;
    return {
      userId: user_id,
      name,
      id: subject,
      tier,
      from: isoOf(from),
      until: to === null ? null : isoOf(to),
      reason,
    };
  });
  return { items, total: rows[0]?.total ?? 0 };
}
