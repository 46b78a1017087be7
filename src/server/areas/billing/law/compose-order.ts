import type { OrderTerms } from '#contract/legal';
import { formatMoney } from '#domain/billing/money';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { payer } from '../member/own.ts';
import { paymentsOf } from '../payments-of.ts';
import { forSale } from '../prices/for-sale.ts';
import { type PriceRow, selectSoldPlan } from '../prices/price-sql.ts';
import { type AgreedText, hashOfText, selectTermsPage } from './consent-sql.ts';
import { lawWords } from './law-words.ts';

/** What an order comes to, before it is made. Fails with PAYMENTS_OFF and PLAN_NOT_FOUND. */
export async function getOrder(
  services: Services,
  caller: Caller,
  { offerId, ...ordered }: { offerId: string } & Pick<Ordered, 'seats' | 'trialDays'>,
): Promise<OrderTerms> {
  payer(caller);
  paymentsOf(services);
  const offer = (await forSale(services)).find(({ id }) => id === offerId);
  if (!offer) throw new Failure('PLAN_NOT_FOUND');
  const { page: _page, text: _text, ...terms } = await composeOrder(services, offer, ordered);
  return terms;
}

export interface Ordered {
  /** The free days that it begins with. */
  readonly trialDays: number;
  /** What a change of the running subscription charges at once; left out: it is a new one. */
  readonly upgrade?: { readonly dueNow: number; readonly currency: string };
  /** How many seats of a team; left out: it is the member's own plan. */
  readonly seats?: number | undefined;
}

/** The same with its whole text, which holds the terms of service of the moment, too. */
export async function composeOrder(
  { db, settings }: Services,
  offer: PriceRow,
  { seats, trialDays, upgrade }: Ordered,
): Promise<OrderTerms & Required<AgreedText>> {
  const { legal: law } = await settings.current();
  const words = lawWords(law);
  const plan = offer.plan_id === null ? undefined : await selectSoldPlan(db.kysely, offer.plan_id);
  if (!plan) throw new Failure('PLAN_NOT_FOUND');
  const amount = formatMoney(offer.unit_amount * (seats ?? 1), offer.currency);
  const isYearly = offer.interval === 'year';
  const price = isYearly ? m.billing_price_year({ price: amount }) : m.billing_price_month({ price: amount });
  const lines = [
    m.legal_order_plan({ plan: plan.name, price, tax: words.taxNote }),
    ...(seats === undefined ? [] : [m.legal_order_seats({ count: seats })]),
    ...(upgrade ? [m.legal_order_due_now({ amount: formatMoney(upgrade.dueNow, upgrade.currency) })] : []),
    ...(trialDays > 0 ? [m.billing_trial_terms({ days: trialDays, price })] : []),
    isYearly ? m.legal_order_renews_year() : m.legal_order_renews_month(),
    seats === undefined ? m.legal_order_cancel() : m.legal_order_cancel_team(),
    // The period of the contract runs from its start (decision 124).
    ...(law.withdrawal && !upgrade ? [m.legal_order_withdraw({ days: law.withdrawalDays })] : []),
    upgrade ? m.legal_order_terms_upgrade() : m.legal_order_terms(),
  ];
  const beginNow = law.withdrawal && law.beginNow && !upgrade ? words.beginNow : null;
  const start = startWords({ trialDays, ...(upgrade && { upgrade }) }, price);
  const button = law.orderToPay ? words.orderButton : start;
  const page = (await selectTermsPage(db.kysely)) ?? '';
  const text = [...lines, beginNow ?? '', `[${button}]`, page].filter((part) => part !== '').join('\n\n');
  return { lines, beginNow, button, terms: hashOfText(text), text, page };
}

function startWords({ trialDays, upgrade }: Ordered, price: string): string {
  if (upgrade) return m.billing_preview_confirm_up({ amount: formatMoney(upgrade.dueNow, upgrade.currency) });
  return trialDays > 0 ? m.billing_try({ days: trialDays }) : m.billing_subscribe({ price });
}
