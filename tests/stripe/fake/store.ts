import { createHash } from 'node:crypto';
import type { Replies } from '../schema/published.ts';
import { checkReply, complete, eventTypes } from '../schema/published-shapes.ts';
import type { AccountSetup, Kind, Kinds, Page, StripeEvent, TaxId } from './objects.ts';

export const DAY = 86_400;
const EVENTS_KEPT = 30 * DAY;
/** A card: good, refused at every charge, or none. */
export type Card = 'good' | 'declines' | 'none';

export class CardDeclined extends Error {
  readonly code: string;
  constructor(message = 'Your card was declined.', code = 'card_declined') {
    super(message);
    this.code = code;
  }
}
export class NotFound extends Error {}
/** What Stripe refuses because of the state of things. */
export class Refused extends Error {}

export interface FakeSettings {
  /** Days after the first failed charge on which it is tried again; after the last comes `afterDunning`. */
  retryDays: number[];
  afterDunning: 'canceled' | 'unpaid' | 'past_due';
  /** How a Portal says "ends with the period": real accounts do either. */
  cancelAs: 'flag' | 'date';
  taxPercent: Record<string, number>;
  setup: AccountSetup;
}

const REPLIES: Record<Kind, keyof Replies> = {
  customer: 'customer',
  product: 'product',
  price: 'price',
  coupon: 'coupon',
  promotion_code: 'promotionCode',
  discount: 'discount',
  subscription: 'subscription',
  subscription_schedule: 'subscriptionSchedule',
  invoice: 'invoice',
  invoice_payment: 'invoicePayment',
  payment_intent: 'paymentIntent',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  'checkout.session': 'checkoutSession',
  'billing_portal.session': 'portalSession',
  'test_helpers.test_clock': 'testClock',
};

export function listOf<T>(data: T[], url: string, hasMore = false): Page<T> {
  return { object: 'list', data, has_more: hasMore, url };
}

type Stored = Kinds[Kind] | { id: string; object: 'customer'; deleted: true };

/** Everything that an account at Stripe holds, its clock and what it tells of itself. */
export class FakeStore {
  readonly objects = new Map<string, Stored>();
  readonly events: StripeEvent[] = [];
  readonly cards = new Map<string, Card>();
  /** Tax IDs of customers, as they entered them. */
  readonly taxIds = new Map<string, readonly TaxId[]>();
  readonly settings: FakeSettings = {
    retryDays: [3, 5, 7],
    afterDunning: 'canceled',
    cancelAs: 'flag',
    taxPercent: { DE: 19, FR: 20 },
    setup: {
      portal: { cancelMode: 'at_period_end', switchesPlans: false, showsInvoices: true },
      tax: 'active',
      endpoint: null,
    },
  };
  readonly apiVersion: string;
  url = 'http://127.0.0.1';
  now: number;
  onEvent: (event: StripeEvent) => void = () => undefined;
  #count = 0;

  constructor(apiVersion: string, now: number) {
    this.apiVersion = apiVersion;
    this.now = now;
  }

  /** Remembers all that is there; answers what brings it back. */
  mark(): () => void {
    const objects = structuredClone([...this.objects]);
    const cards = [...this.cards];
    const count = this.#count;
    const reported = this.events.length;
    return () => {
      this.objects.clear();
      this.cards.clear();
      for (const [id, stored] of objects) this.objects.set(id, stored);
      for (const [id, card] of cards) this.cards.set(id, card);
      this.events.splice(reported);
      this.#count = count;
    };
  }

  /** Ids are the same in every run, so that what failed once fails again. */
  id(prefix: string): string {
    this.#count += 1;
    const hash = createHash('sha256').update(String(this.#count)).digest('hex').slice(0, 16);
    return `${prefix}_${hash}${this.#count}`;
  }

  add<K extends Kind>(
    kind: K,
    given: Omit<Partial<Kinds[K]>, 'object'> & { id: string } & Record<string, unknown>,
  ): Kinds[K] {
    const whole = complete(REPLIES[kind], { ...given, object: kind }) as unknown as Kinds[K];
    this.objects.set(whole.id, whole);
    return whole;
  }

  get<K extends Kind>(id: unknown, kind: K): Kinds[K] {
    const found = this.objects.get(String(id));
    if (!found || found.object !== kind || 'deleted' in found)
      throw new NotFound(`No such ${kind.replaceAll(/[._]/g, ' ')}: '${id}'`);
    return found as Kinds[K];
  }

  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.objects.values()].filter(
      (one) => one.object === kind && !('deleted' in one),
    ) as Kinds[K][];
  }

  remove(customer: string): { id: string; object: 'customer'; deleted: true } {
    const gone = { id: customer, object: 'customer', deleted: true } as const;
    this.objects.set(customer, gone);
    return gone;
  }

  emit(type: string, object: object, before?: object): void {
    if (!eventTypes.has(type)) throw new Error(`Stripe has no event ${type}`);
    const now = structuredClone(object) as Record<string, unknown>;
    const changed = Object.entries(before ?? {}).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key]),
    );
    const event = {
      id: this.id('evt'),
      object: 'event',
      api_version: this.apiVersion,
      created: this.now,
      data: { object: now, ...(before && { previous_attributes: Object.fromEntries(changed) }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.push(event);
    this.onEvent(event);
  }

  change<T extends object>(object: T, patch: Partial<T> & Record<string, unknown>, type?: string): T {
    const before = structuredClone(object);
    Object.assign(object, patch);
    if (type) this.emit(type, object, before);
    return object;
  }

  /** Stripe keeps events for 30 days. */
  keptEvents(): StripeEvent[] {
    return this.events.filter(({ created }) => created >= this.now - EVENTS_KEPT);
  }

  /** Throws when an object has lost the shape that Stripe publishes. */
  verify(): void {
    for (const object of this.objects.values()) this.verifyOne(object);
  }

  verifyOne(object: { object: string }): void {
    const isCustomer = object.object === 'customer';
    const gone = isCustomer ? 'deletedCustomer' : 'deletedTestClock';
    const name = 'deleted' in object ? gone : REPLIES[object.object as Kind];
    if (name) checkReply(name, object);
  }
}
