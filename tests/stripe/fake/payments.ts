import type { Charge, Dispute, Invoice, Refund } from './objects.ts';
import { type Card, DAY, type FakeStore, Refused } from './store.ts';

export function finalizeInvoice(store: FakeStore, invoice: Invoice): void {
  const customer = store.get(invoice.customer, 'customer');
  customer.balance += invoice.total < 0 ? invoice.total : invoice.total - invoice.amount_due;
  const number = String(store.all('invoice').filter(({ number }) => number !== null).length + 1);
  store.change(
    invoice,
    {
      status: 'open',
      ending_balance: customer.balance,
      number: `${customer.invoice_prefix}-${number.padStart(4, '0')}`,
      effective_at: store.now,
      hosted_invoice_url: `${store.url}/i/${invoice.id}`,
      invoice_pdf: `${store.url}/i/${invoice.id}/pdf`,
      status_transitions: { ...invoice.status_transitions, finalized_at: store.now },
    },
    'invoice.finalized',
  );
}

/** Charges the card of the customer; answers whether the invoice is paid. */
export function collectInvoice(store: FakeStore, invoice: Invoice, card?: Card): boolean {
  if (invoice.amount_due === 0) {
    settle(store, invoice);
    return true;
  }
  const isPaid = (card ?? store.cards.get(invoice.customer)) === 'good';
  const { charge, intent, payment } = addPayment(store, invoice, isPaid);
  store.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  store.emit(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  if (isPaid) {
    settle(store, invoice);
    store.emit('invoice.payment_succeeded', invoice);
    store.emit('invoice_payment.paid', payment);
    return true;
  }
  const next = store.settings.retryDays[invoice.attempt_count];
  const first = invoice.status_transitions.finalized_at ?? store.now;
  store.change(invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: next === undefined ? null : first + next * DAY,
  });
  store.emit('invoice.payment_failed', invoice);
  return false;
}

function settle(store: FakeStore, invoice: Invoice): void {
  store.change(
    invoice,
    {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: Object.assign({}, invoice.status_transitions, { paid_at: store.now }),
    },
    'invoice.paid',
  );
}

function addPayment(store: FakeStore, { id, amount_due, currency, customer }: Invoice, isPaid: boolean) {
  const common = { amount: amount_due, created: store.now, currency, customer, metadata: {} };
  const taken = isPaid ? amount_due : 0;
  const intent = store.add('payment_intent', {
    ...common,
    id: store.id('pi'),
    amount_capturable: 0,
    amount_received: taken,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
    allowed_payment_method_types: ['card'],
    status: isPaid ? 'succeeded' : 'requires_payment_method',
  });
  const charge = store.add('charge', {
    ...common,
    id: store.id('ch'),
    amount_captured: taken,
    amount_refunded: 0,
    captured: isPaid,
    paid: isPaid,
    status: isPaid ? 'succeeded' : 'failed',
    payment_intent: intent.id,
    billing_details: {},
    fraud_details: {},
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
  });
  intent.latest_charge = charge.id;
  const payment = store.add('invoice_payment', {
    id: store.id('inpay'),
    amount_paid: isPaid ? amount_due : null,
    amount_requested: amount_due,
    created: store.now,
    currency,
    invoice: id,
    is_default: true,
    status: isPaid ? 'paid' : 'open',
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status_transitions: { paid_at: isPaid ? store.now : null },
  });
  return { charge, intent, payment };
}

/** Pays what is open, as it happens when a customer enters a new card. */
export function payOpenInvoices(store: FakeStore, customer: string): void {
  for (const invoice of store.all('invoice')) {
    if (invoice.customer !== customer || invoice.status !== 'open' || !collectInvoice(store, invoice))
      continue;
    const subscription = store.get(invoice.parent.subscription_details.subscription, 'subscription');
    if (['past_due', 'unpaid', 'incomplete'].includes(subscription.status))
      store.change(subscription, { status: 'active' }, 'customer.subscription.updated');
  }
}

export interface NewRefund {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export function refundCharge(store: FakeStore, given: NewRefund): Refund {
  const charge = given.charge
    ? store.get(given.charge, 'charge')
    : store.all('charge').find(({ paid, payment_intent }) => paid && payment_intent === given.payment_intent);
  if (!charge) throw new Refused('One of the following params should be provided: payment_intent or charge.');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw new Refused(`Charge ${charge.id} has already been refunded.`);
  const amount = given.amount ?? left;
  if (amount > left || amount <= 0)
    throw new Refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
  const refund = store.add('refund', {
    id: store.id('re'),
    amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    created: store.now,
    currency: charge.currency,
    metadata: given.metadata ?? {},
    reason: given.reason ?? null,
    status: 'succeeded',
  });
  store.emit('refund.created', refund);
  const all = { amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  store.change(charge, all, 'charge.refunded');
  return refund;
}

export function disputeCharge(store: FakeStore, id: string): Dispute {
  const charge: Charge = store.get(id, 'charge');
  const dispute = store.add('dispute', {
    id: store.id('dp'),
    amount: charge.amount,
    charge: id,
    payment_intent: charge.payment_intent,
    created: store.now,
    currency: charge.currency,
    metadata: {},
    reason: 'fraudulent',
    status: 'needs_response',
    evidence: { enhanced_evidence: {} },
    evidence_details: {
      due_by: store.now + 10 * DAY,
      enhanced_eligibility: {},
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
  });
  charge.disputed = true;
  store.emit('charge.dispute.created', dispute);
  store.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(store: FakeStore, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = store.change(store.get(id, 'dispute'), { status }, 'charge.dispute.closed');
  if (status === 'won') store.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}
