import type { Transaction } from 'kysely';
import { dayBefore } from '#server/db/counts/daily-limit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { openAccount } from '../ledger/open-account.ts';
import type { PriceRow } from '../prices/price-sql.ts';
import { composeOrder, type Ordered } from './compose-order.ts';
import { insertConsent, isAgreed } from './consent-sql.ts';

interface Agreed {
  /** Null: nothing was shown, and no law here asks for it. */
  readonly text: string | null;
  /** The terms of service at its end. */
  readonly page: string;
  /** What asking for access at once meant; null: it was not asked for. */
  readonly beginNow: string | null;
  readonly locale: string;
  /** Who agrees, where not their own account is charged. */
  readonly agreedBy?: string;
}

/**
 * The terms that an order agrees to, as they hold now. Fails with ORDER_OUTDATED when others were shown, or none where the
 * school must be able to prove them.
 */
export async function agreedTerms(
  services: Services,
  offer: PriceRow,
  shown: {
    readonly terms: string | null;
    readonly beginNow: boolean;
    readonly locale: string;
  } & Ordered,
): Promise<Agreed> {
  const { beginNow, page, terms, text } = await composeOrder(services, offer, shown);
  const { legal } = await services.settings.current();
  const isNeeded = legal.withdrawal || legal.orderToPay;
  if (shown.terms === null ? isNeeded : shown.terms !== terms) throw new Failure('ORDER_OUTDATED');
  if (shown.terms === null) return { text: null, page, beginNow: null, locale: shown.locale };
  return { text, page, beginNow: shown.beginNow ? beginNow : null, locale: shown.locale };
}

/**
 * Keeps them as a proof, in the transaction that writes the order down. The same agreed to again within a day, after an order
 * that nothing came of, is kept already (decision 272).
 */
export async function keepTerms(
  trx: Transaction<DB>,
  accountId: string,
  { agreedBy, beginNow, locale, page, text }: Agreed,
  now: Date,
): Promise<void> {
  if (text === null) return;
  const person = agreedBy === undefined ? undefined : await openAccount(trx, agreedBy, now);
  const consent = { accountId, agreedBy: person?.id ?? null, locale };
  if (await isAgreed(trx, { ...consent, text, beginNow, since: dayBefore(now) })) return;
  await insertConsent(trx, { ...consent, kind: 'terms', text, page }, now);
  if (beginNow !== null) await insertConsent(trx, { ...consent, kind: 'begin-now', text: beginNow }, now);
}
