import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { openAccount } from '../ledger/open-account.ts';
import type { PriceRow } from '../prices/price-sql.ts';
import { composeOrder, type Ordered } from './compose-order.ts';
import { insertConsent } from './consent-sql.ts';

interface Agreed {
  /** Null: nothing was shown, and no law here asks for it. */
  readonly text: string | null;
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
  const { beginNow, terms, text } = await composeOrder(services, offer, shown);
  const { legal } = await services.settings.current();
  const isNeeded = legal.withdrawal || legal.orderToPay;
  if (shown.terms === null ? isNeeded : shown.terms !== terms) throw new Failure('ORDER_OUTDATED');
  if (shown.terms === null) return { text: null, beginNow: null, locale: shown.locale };
  return { text, beginNow: shown.beginNow ? beginNow : null, locale: shown.locale };
}

/** Keeps them as a proof, in the transaction that writes the order down. */
export async function keepTerms(
  trx: Transaction<DB>,
  accountId: string,
  { agreedBy, beginNow, locale, text }: Agreed,
  now: Date,
): Promise<void> {
  const person = agreedBy === undefined ? undefined : await openAccount(trx, agreedBy, now);
  const consent = { accountId, agreedBy: person?.id ?? null, locale };
  if (text !== null) await insertConsent(trx, { ...consent, kind: 'terms', text }, now);
  if (beginNow !== null) await insertConsent(trx, { ...consent, kind: 'begin-now', text: beginNow }, now);
}
