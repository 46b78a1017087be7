/** The fields of Stripe's objects that the fake itself reads; the published schema fills in the rest. */
interface Kept {
  id: string;
  object: string;
}
export interface Page<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}
export type Metadata = Record<string, string>;

export interface Customer extends Kept {
  test_clock: string | null;
  email: string | null;
  name: string | null;
  metadata: Metadata;
  balance: number;
  invoice_prefix: string;
  address: { country: string | null } | null;
  tax_exempt: string;
}
export interface TaxId {
  type: string;
  value: string;
}
export interface Product extends Kept {
  active: boolean;
  name: string;
  metadata: Metadata;
}
export interface Price extends Kept {
  active: boolean;
  currency: string;
  product: string;
  unit_amount: number;
  unit_amount_decimal: string;
  tax_behavior: string;
  lookup_key: string | null;
  created: number;
  recurring: { interval: string; interval_count: number } | null;
}
export interface Coupon extends Kept {
  percent_off: number | null;
  amount_off: number | null;
  currency: string | null;
  duration: string;
  duration_in_months: number | null;
  times_redeemed: number;
  applies_to?: { products: string[] };
}
export interface PromotionCode extends Kept {
  active: boolean;
  code: string;
  expires_at: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
  promotion: { type: 'coupon'; coupon: string };
}
export interface Discount extends Kept {
  start: number;
  end: number | null;
  source: { type: 'coupon'; coupon: string };
}
export interface SubscriptionItem extends Kept {
  current_period_start: number;
  current_period_end: number;
  price: Price;
  quantity: number;
}
export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'trialing'
  | 'unpaid';
export interface Subscription extends Kept {
  customer: string;
  created: number;
  status: SubscriptionStatus;
  currency: string;
  metadata: Metadata;
  billing_cycle_anchor: number;
  collection_method: string;
  automatic_tax: { enabled: boolean };
  trial_settings: { end_behavior: { missing_payment_method: string } };
  trial_start: number | null;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string | null;
  schedule: string | null;
  discounts: string[];
  items: Page<SubscriptionItem>;
}
/** What a subscription is like for a part of a schedule; its fields as they are sent. */
export interface Phase {
  start_date: number;
  end_date: number;
  currency: string;
  proration_behavior: string;
  trial_end: number | null;
  automatic_tax?: { enabled: boolean; disabled_reason: null; liability: null };
  items: { price: string; plan: string; quantity: number; metadata: object; discounts: []; tax_rates: [] }[];
  discounts: { discount: string | null; coupon: null; promotion_code: null }[];
  add_invoice_items: [];
  metadata: object;
}
export interface SubscriptionSchedule extends Kept {
  customer: string;
  subscription: string | null;
  status: 'active' | 'canceled' | 'released';
  end_behavior: string;
  current_phase: { start_date: number; end_date: number } | null;
  phases: Phase[];
}
export interface InvoiceLine extends Kept {
  amount: number;
  subtotal: number;
  currency: string;
  quantity: number;
  period: { start: number; end: number };
  pricing: { price_details: { price: string } };
}
export interface Invoice extends Kept {
  customer: string;
  created: number;
  currency: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  number: string | null;
  total: number;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  auto_advance: boolean;
  next_payment_attempt: number | null;
  total_discount_amounts: unknown[];
  status_transitions: { finalized_at: number | null };
  customer_tax_ids: TaxId[];
  lines: Page<InvoiceLine>;
  parent: { subscription_details: { subscription: string } };
}
export interface InvoicePayment extends Kept {
  invoice: string;
  payment: { type: 'payment_intent'; payment_intent: string };
}
export interface PaymentIntent extends Kept {
  latest_charge: string | null;
}
export interface Charge extends Kept {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  customer: string;
  payment_intent: string;
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
}
export interface Refund extends Kept {
  amount: number;
  charge: string;
  payment_intent: string;
  status: string;
}
export interface Dispute extends Kept {
  amount: number;
  charge: string;
  created: number;
  payment_intent: string;
  status: string;
}
export interface CheckoutSession extends Kept {
  customer: string | null;
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  success_url: string | null;
  cancel_url: string | null;
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  expires_at: number;
}
export interface PortalSession extends Kept {
  customer: string;
  return_url: string | null;
  url: string;
}
export interface TestClock extends Kept {
  frozen_time: number;
}
export interface StripeEvent extends Kept {
  type: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
}

/** How the account is set up in the dashboard. */
export interface AccountSetup {
  portal: {
    cancelMode: 'at_period_end' | 'immediately';
    switchesPlans: boolean;
    showsInvoices: boolean;
  } | null;
  tax: 'active' | 'pending';
  endpoint: { url: string; status: 'enabled' | 'disabled'; events: string[] } | null;
}

/** Kind by the name that the object gives itself. */
export interface Kinds {
  customer: Customer;
  product: Product;
  price: Price;
  coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  'checkout.session': CheckoutSession;
  'billing_portal.session': PortalSession;
  'test_helpers.test_clock': TestClock;
}
export type Kind = keyof Kinds;
