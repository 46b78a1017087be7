import { complete } from '../schema/published-shapes.ts';
import type { Coupon, Customer, Invoice, InvoiceLine, Price, Subscription } from './objects.ts';
import { type FakeStore, listOf } from './store.ts';

/** What one line of an invoice is to say. */
export interface Charged {
  price: Price;
  quantity: number;
  amount: number;
  from: number;
  to: number;
  isProration: boolean;
  item: string;
}
interface Sums {
  off: number;
  tax: number;
  isInclusive: boolean;
}
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';

export function draftInvoice(
  store: FakeStore,
  subscription: Subscription,
  reason: BillingReason,
  charged: readonly Charged[],
): Invoice {
  const customer = store.get(subscription.customer, 'customer');
  const id = store.id('in');
  const coupon = couponOf(store, subscription);
  const sums = charged.map((line) => sumsOf(store, line, { customer, subscription, coupon }));
  const lines = charged.map((line, index) => lineOf(store, id, subscription, line, sums[index] as Sums));
  const sum = (of: (one: Sums) => number) => sums.reduce((total, one) => total + of(one), 0);
  const subtotal = charged.reduce((total, { amount }) => total + amount, 0);
  const discount = sum(({ off }) => off);
  const total = subtotal - discount + sum(({ tax, isInclusive }) => (isInclusive ? 0 : tax));
  const due = Math.max(0, total - Math.min(Math.max(0, -customer.balance), Math.max(0, total)));
  const { enabled } = subscription.automatic_tax;
  const invoice = store.add('invoice', {
    id,
    ...amountsOf({ subtotal, total, due, discount, sums, subscription }),
    created: store.now,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_address: customer.address,
    customer_tax_exempt: customer.tax_exempt,
    customer_tax_ids: [...(store.taxIds.get(customer.id) ?? [])],
    currency: subscription.currency,
    status: 'draft',
    billing_reason: reason,
    collection_method: subscription.collection_method,
    attempt_count: 0,
    auto_advance: true,
    metadata: {},
    starting_balance: customer.balance,
    period_start: store.now,
    period_end: store.now,
    automatic_tax: {
      enabled,
      liability: enabled ? { type: 'self' } : null,
      status: enabled ? 'complete' : null,
    },
    issuer: { type: 'self' },
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    payment_settings: {},
    status_transitions: {} as Invoice['status_transitions'],
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    } as Invoice['parent'],
  });
  subscription.latest_invoice = id;
  dropDiscount(subscription, coupon, discount);
  store.emit('invoice.created', invoice);
  return invoice;
}

interface Amounts {
  subtotal: number;
  total: number;
  due: number;
  discount: number;
  sums: readonly Sums[];
  subscription: Subscription;
}

function amountsOf({ subtotal, total, due, discount, sums, subscription }: Amounts) {
  const taxes = sums.reduce((all, { tax }) => all + tax, 0);
  const isInclusive = sums.every((one) => one.isInclusive);
  return {
    subtotal,
    total,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    amount_overpaid: 0,
    amount_shipping: 0,
    pre_payment_credit_notes_amount: 0,
    post_payment_credit_notes_amount: 0,
    total_taxes: taxes ? [taxOf(taxes, subtotal - discount, isInclusive)] : [],
    total_discount_amounts: discount ? [{ amount: discount, discount: subscription.discounts[0] }] : [],
  };
}

function taxOf(amount: number, taxable: number, isInclusive: boolean) {
  return {
    amount,
    tax_behavior: isInclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: null,
    taxability_reason: 'standard_rated',
    taxable_amount: taxable,
    type: 'tax_rate_details',
  };
}

function sumsOf(
  store: FakeStore,
  { price, amount }: Charged,
  of: { customer: Customer; subscription: Subscription; coupon: Coupon | undefined },
): Sums {
  const { percent_off: part, amount_off: fixed } = of.coupon ?? {};
  // What is credited was paid with the percentage off.
  const off = part ? Math.round((amount * part) / 100) : Math.min(fixed ?? 0, Math.max(0, amount));
  const isTaxed = of.subscription.automatic_tax.enabled && of.customer.tax_exempt === 'none';
  const percent = isTaxed ? (store.settings.taxPercent[of.customer.address?.country ?? ''] ?? 0) : 0;
  const isInclusive = price.tax_behavior === 'inclusive';
  const rest = amount - off;
  const tax = isInclusive ? rest - rest / (1 + percent / 100) : (rest * percent) / 100;
  return { off, tax: Math.round(tax), isInclusive };
}

function lineOf(
  store: FakeStore,
  invoice: string,
  subscription: Subscription,
  { price, quantity, amount, from, to, isProration, item }: Charged,
  { off, tax, isInclusive }: Sums,
): InvoiceLine {
  return complete('invoiceLine', {
    id: store.id('il'),
    object: 'line_item',
    amount,
    subtotal: amount,
    currency: subscription.currency,
    description: `${quantity} × ${price.id}`,
    discount_amounts: off ? [{ amount: off, discount: subscription.discounts[0] }] : [],
    discounts: [],
    invoice,
    metadata: {},
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    discountable: true,
    period: { start: from, end: to },
    taxes: tax ? [taxOf(tax, amount - off, isInclusive)] : [],
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item,
      },
    },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
  });
}

/** The coupon that counts for the next invoice. */
function couponOf(store: FakeStore, { discounts: [id] }: Subscription): Coupon | undefined {
  if (id === undefined) return undefined;
  const { end, source } = store.get(id, 'discount');
  return end !== null && store.now >= end ? undefined : store.get(source.coupon, 'coupon');
}

/** A discount that is used up or over is the subscription's no more. */
function dropDiscount(subscription: Subscription, coupon: Coupon | undefined, discount: number): void {
  if (!coupon || (coupon.duration === 'once' && discount > 0)) subscription.discounts = [];
}
