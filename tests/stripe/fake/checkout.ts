import { createCustomer } from './catalogue.ts';
import type { CheckoutSession, Metadata, PromotionCode, TaxId } from './objects.ts';
import { CardDeclined, DAY, type FakeStore, Refused } from './store.ts';
import { createSubscription } from './subscriptions.ts';

export interface CheckoutOrder {
  customer?: string | undefined;
  client_reference_id?: string | undefined;
  line_items?: readonly { price?: string; quantity?: number }[] | undefined;
  success_url?: string | undefined;
  cancel_url?: string | undefined;
  allow_promotion_codes?: boolean | undefined;
  automatic_tax?: { enabled?: boolean } | undefined;
  consent_collection?: object | undefined;
  customer_update?: { address?: string } | undefined;
  metadata?: Metadata | undefined;
  mode?: string | undefined;
  locale?: string | undefined;
  subscription_data?: { metadata?: Metadata; trial_period_days?: number } | undefined;
}

/** Cards with a story of their own, by their last digits, as Stripe publishes them for tests. */
const DECLINED: Record<string, [message: string, code: string]> = {
  '0002': ['Your card was declined.', 'card_declined'],
  '9995': ['Your card has insufficient funds.', 'card_declined'],
  '0069': ['Your card has expired.', 'expired_card'],
};
const SECURE = ['3155', '3220', '3063'];
/** Saved without a complaint; declines at the first charge that is made without its holder. */
const DECLINES_LATER = '0341';

const lastDigits = (card: string) => card.replaceAll(/\D/g, '').slice(-4);
/** Whether the bank asks the holder of the card to confirm. */
export const asksHolder = (card: string): boolean => SECURE.includes(lastDigits(card));

/** The pages that a customer can pay at. */
export class Checkout {
  readonly orders = new Map<string, CheckoutOrder>();
  readonly #store: FakeStore;
  constructor(store: FakeStore) {
    this.#store = store;
  }

  open(order: CheckoutOrder): CheckoutSession {
    const store = this.#store;
    const [line] = order.line_items ?? [];
    const price = store.get(line?.price, 'price');
    const customer = order.customer === undefined ? undefined : store.get(order.customer, 'customer');
    if (order.automatic_tax?.enabled && customer && !order.customer_update?.address && !customer.address)
      throw new Refused(
        "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or 'shipping'.",
      );
    const id = store.id('cs_test');
    const total = price.unit_amount * (line?.quantity ?? 1);
    this.orders.set(id, order);
    return store.add('checkout.session', {
      id,
      created: store.now,
      expires_at: store.now + DAY,
      customer: order.customer ?? null,
      client_reference_id: order.client_reference_id ?? null,
      currency: price.currency,
      amount_subtotal: total,
      amount_total: order.subscription_data?.trial_period_days ? 0 : total,
      mode: order.mode,
      status: 'open',
      payment_status: 'unpaid',
      metadata: order.metadata ?? {},
      success_url: order.success_url ?? null,
      cancel_url: order.cancel_url ?? null,
      url: `${store.url}/c/pay/${id}`,
      ui_mode: 'hosted_page',
      locale: order.locale ?? null,
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      payment_method_collection: 'always',
      allow_promotion_codes: order.allow_promotion_codes ?? null,
      automatic_tax: { enabled: order.automatic_tax?.enabled ?? false },
      custom_fields: [],
      custom_text: {},
      discounts: [],
      shipping_options: [],
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      consent_collection: order.consent_collection
        ? { payment_method_reuse_agreement: null, promotions: null, ...order.consent_collection }
        : null,
    });
  }

  expire(id: string): CheckoutSession {
    const session = this.#store.get(id, 'checkout.session');
    if (session.status !== 'open')
      throw new Refused('Only Checkout Sessions with a status in ["open"] can be expired.');
    return this.#store.change(session, { status: 'expired', url: null }, 'checkout.session.expired');
  }

  /** What a click on Subscribe does; answers where the browser goes on. */
  pay(
    id: string,
    given: {
      card: string;
      code?: string | undefined;
      country?: string | undefined;
      taxId?: TaxId | undefined;
    },
  ): string {
    const store = this.#store;
    const session = store.get(id, 'checkout.session');
    if (session.status !== 'open' || session.expires_at <= store.now)
      throw new Refused('This page has been used already or has run out.');
    const order = this.orders.get(id) ?? {};
    const digits = lastDigits(given.card);
    const declined = DECLINED[digits];
    if (declined) throw new CardDeclined(...declined);
    const promotion = given.code ? promotionOf(store, given.code, order) : undefined;
    const customer = session.customer
      ? store.get(session.customer, 'customer')
      : createCustomer(store, { email: 'typed@example.com' });
    if (given.country && !customer.address)
      store.change(customer, { address: addressIn(given.country) }, 'customer.updated');
    if (given.taxId) store.taxIds.set(customer.id, [given.taxId]);
    store.cards.set(customer.id, digits === DECLINES_LATER ? 'declines' : 'good');
    const subscription = createSubscription(
      store,
      {
        customer: customer.id,
        items: (order.line_items ?? []).map(({ price = '', quantity }) => ({ price, quantity })),
        trialDays: order.subscription_data?.trial_period_days,
        metadata: order.subscription_data?.metadata,
        hasTax: order.automatic_tax?.enabled,
        coupon: promotion?.promotion.coupon,
        promotionCode: promotion?.id,
      },
      'good',
    );
    if (promotion) {
      promotion.times_redeemed += 1;
      store.get(promotion.promotion.coupon, 'coupon').times_redeemed += 1;
    }
    this.#complete(session, subscription, order);
    return (session.success_url ?? store.url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  }

  #complete(
    session: CheckoutSession,
    { customer, id, latest_invoice }: ReturnType<typeof createSubscription>,
    order: CheckoutOrder,
  ): void {
    const invoice = latest_invoice === null ? undefined : this.#store.get(latest_invoice, 'invoice');
    this.#store.change(
      session,
      {
        status: 'complete',
        payment_status: invoice?.amount_paid ? 'paid' : 'no_payment_required',
        customer,
        subscription: id,
        invoice: latest_invoice,
        url: null,
        amount_total: invoice?.total ?? 0,
        consent: order.consent_collection ? { promotions: null, terms_of_service: 'accepted' } : null,
      },
      'checkout.session.completed',
    );
  }
}

/** A code that may be entered now, for what is bought. */
function promotionOf(store: FakeStore, entered: string, order: CheckoutOrder): PromotionCode {
  const found = store
    .all('promotion_code')
    .find(({ active, code }) => active && code.toUpperCase() === entered.trim().toUpperCase());
  if (!found) throw new Refused('This code is invalid.');
  const { expires_at, max_redemptions, promotion, times_redeemed } = found;
  if (expires_at !== null && expires_at <= store.now) throw new Refused('This code has expired.');
  if (max_redemptions !== null && times_redeemed >= max_redemptions)
    throw new Refused('This code has been redeemed too many times.');
  const coupon = store.get(promotion.coupon, 'coupon');
  const price = store.get(order.line_items?.[0]?.price, 'price');
  if (coupon.applies_to && !coupon.applies_to.products.includes(price.product))
    throw new Refused('This code cannot be used for this product.');
  if (coupon.amount_off !== null && coupon.currency !== price.currency)
    throw new Refused('This code is for another currency.');
  return found;
}

function addressIn(country: string) {
  return { city: null, country, line1: null, line2: null, postal_code: null, state: null };
}
