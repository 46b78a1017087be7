import { endSubscription } from './end-subscription.ts';
import type { Coupon, Customer, Metadata, Price, Product, PromotionCode } from './objects.ts';
import { type Card, type FakeStore, Refused } from './store.ts';

export interface NewProduct {
  id?: string | undefined;
  name: string;
  metadata?: Metadata | undefined;
}

export function createProduct(store: FakeStore, { id, name, metadata = {} }: NewProduct): Product {
  if (id !== undefined && store.objects.has(id)) throw new Refused(`Product already exists: ${id}`);
  const product = store.add('product', {
    id: id ?? store.id('prod'),
    active: true,
    created: store.now,
    updated: store.now,
    type: 'service',
    metadata,
    name,
  });
  store.emit('product.created', product);
  return product;
}

export interface NewPrice {
  product: string;
  currency: string;
  unit_amount: number;
  recurring?: { interval: string; interval_count?: number } | undefined;
  tax_behavior?: string | undefined;
  metadata?: Metadata;
  lookup_key?: string | undefined;
  nickname?: string | undefined;
}

export function createPrice(store: FakeStore, given: NewPrice): Price {
  store.get(given.product, 'product');
  const { interval, interval_count = 1 } = given.recurring ?? {};
  const price = store.add('price', {
    id: store.id('price'),
    active: true,
    billing_scheme: 'per_unit',
    created: store.now,
    currency: given.currency.toLowerCase(),
    product: given.product,
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
    lookup_key: given.lookup_key ?? null,
    nickname: given.nickname ?? null,
    type: interval ? 'recurring' : 'one_time',
    tax_behavior: given.tax_behavior ?? 'unspecified',
    metadata: given.metadata ?? {},
    recurring: interval ? ({ interval, interval_count, usage_type: 'licensed' } as Price['recurring']) : null,
  });
  store.emit('price.created', price);
  return price;
}

export interface NewCoupon {
  percent_off?: number;
  amount_off?: number;
  currency?: string;
  duration?: string;
  duration_in_months?: number;
  name?: string;
  applies_to?: { products: string[] };
}

export function createCoupon(store: FakeStore, given: NewCoupon): Coupon {
  if ((given.percent_off === undefined) === (given.amount_off === undefined))
    throw new Refused('You must pass either percent_off or amount_off.');
  const coupon = store.add('coupon', {
    id: store.id('coup'),
    created: store.now,
    duration: given.duration ?? 'once',
    duration_in_months: given.duration_in_months ?? null,
    percent_off: given.percent_off ?? null,
    amount_off: given.amount_off ?? null,
    currency: given.currency ?? null,
    name: given.name ?? null,
    ...(given.applies_to && { applies_to: given.applies_to }),
    times_redeemed: 0,
    valid: true,
    metadata: {},
  });
  store.emit('coupon.created', coupon);
  return coupon;
}

export interface NewPromotionCode {
  promotion: { coupon: string };
  code?: string | undefined;
  expires_at?: number | undefined;
  max_redemptions?: number | undefined;
}

export function createPromotionCode(
  store: FakeStore,
  { code, expires_at, max_redemptions, promotion }: NewPromotionCode,
): PromotionCode {
  store.get(promotion.coupon, 'coupon');
  const isTaken = store
    .all('promotion_code')
    .some((one) => one.active && one.code.toUpperCase() === code?.toUpperCase());
  if (isTaken) throw new Refused(`An active promotion code with \`code: ${code}\` already exists.`);
  return store.add('promotion_code', {
    expires_at: expires_at ?? null,
    max_redemptions: max_redemptions ?? null,
    id: store.id('promo'),
    active: true,
    code: code ?? store.id('CODE').toUpperCase(),
    created: store.now,
    promotion: { type: 'coupon', coupon: promotion.coupon },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
    metadata: {},
  });
}

export interface NewCustomer {
  email?: string | undefined;
  name?: string | undefined;
  metadata?: Metadata | undefined;
  address?: { country?: string } | undefined;
  test_clock?: string | undefined;
}

export function createCustomer(store: FakeStore, given: NewCustomer, card: Card = 'none'): Customer {
  const empty = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  const customer = store.add('customer', {
    id: store.id('cus'),
    created: store.now,
    email: given.email ?? null,
    name: given.name ?? null,
    metadata: given.metadata ?? {},
    balance: 0,
    invoice_prefix: store.id('INV').slice(4, 12).toUpperCase(),
    address: given.address ? { ...empty, ...given.address } : null,
    tax_exempt: 'none',
    test_clock: given.test_clock ?? null,
  });
  store.cards.set(customer.id, card);
  store.emit('customer.created', customer);
  return customer;
}

/** Ends what runs, then forgets the customer; invoices stay. */
export function deleteCustomer(store: FakeStore, id: string) {
  const customer = store.get(id, 'customer');
  for (const subscription of store.all('subscription'))
    if (subscription.customer === id && subscription.ended_at === null)
      endSubscription(store, subscription, 'cancellation_requested');
  store.emit('customer.deleted', customer);
  return store.remove(id);
}
