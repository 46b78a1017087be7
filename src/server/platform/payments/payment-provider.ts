import type { Interval, Seen } from '#domain/billing/facts';
import type { Tier } from '#domain/tiers';
import type { NewCoupon, ProviderCoupon } from './coupon.ts';

/** A notice of the provider whose signature holds. It rings for a customer; nothing else in it is believed. */
export interface Notice {
  readonly id: string;
  readonly type: string;
  readonly created: Date;
  readonly livemode: boolean;
  readonly customer: string | null;
  /** A dispute names its charge only. */
  readonly charge: string | null;
}

/** Which tier a price of the provider buys. Throws UnknownPrice. */
export type TierOf = (price: string) => Tier;

/** Names a command once: the provider does not do it twice under one key. */
interface Keyed {
  readonly key: string;
}

export interface CheckoutOrder extends Keyed {
  readonly customer: string;
  readonly account: string;
  readonly price: string;
  /** How many people it is bought for. */
  readonly quantity: number;
  /** Holds the text {CHECKOUT_SESSION_ID}, where the provider puts the id of the session. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** As BCP 47 names it; the provider's page speaks it. */
  readonly locale: string;
  readonly trialDays: number | null;
}

export interface CheckoutSession {
  readonly id: string;
  readonly customer: string;
  readonly state: 'open' | 'complete' | 'expired';
}

export interface ChangeOrder {
  readonly customer: string;
  readonly subscription: string;
  readonly price: string;
  /** For how many people from now on; left out: as before. */
  readonly quantity?: number;
}

export interface UpgradeOrder extends ChangeOrder {
  readonly at: Date;
  /** The trial ends now, and a whole period is charged. */
  readonly endsTrial?: boolean;
}

/** What is asked of a provider. Every method throws PaymentsAway, PaymentDeclined or PaymentRefused. */
export interface PaymentCommands {
  createCustomer(order: Keyed & { readonly account: string; readonly email: string }): Promise<string>;
  /** The customer that was made for an account before; undefined: none was, or under another address. */
  findCustomer(order: { readonly account: string; readonly email: string }): Promise<string | undefined>;
  /** Whether somebody deleted the customer there: nothing can be bought as them any more. */
  isGone(customer: string): Promise<boolean>;
  /** Gone afterwards, with everything that would still be charged. One that is gone already is no fault. */
  deleteCustomer(order: Keyed & { readonly customer: string }): Promise<void>;
  /** Opens the page to pay at; the sessions of this customer that are still open are closed first. */
  openCheckout(order: CheckoutOrder): Promise<{ readonly id: string; readonly url: string }>;
  /** Undefined: there is none of that id. */
  findCheckout(id: string): Promise<CheckoutSession | undefined>;
  openPortal(order: {
    readonly customer: string;
    readonly returnUrl: string;
    readonly locale: string;
  }): Promise<{ readonly url: string }>;
  cancelAtPeriodEnd(order: Keyed & { readonly subscription: string }): Promise<void>;
  /** Takes back a cancellation or a scheduled change that has not come yet. */
  keep(order: Keyed & { readonly subscription: string }): Promise<void>;
  cancelNow(order: Keyed & { readonly subscription: string }): Promise<void>;
  /** What `upgrade` would charge at once with the same `at`; negative when something is credited. */
  previewUpgrade(order: UpgradeOrder): Promise<{ readonly total: number; readonly currency: string }>;
  /** Changes the price now and charges the difference at once; a card that is declined changes nothing. */
  upgrade(order: Keyed & UpgradeOrder): Promise<void>;
  /** Changes the price for the next period; what is paid stays. */
  downgrade(order: Keyed & ChangeOrder): Promise<void>;
  /** Changes the price at the end of the running period, in place of what was scheduled before; nothing is charged now. */
  schedule(order: Keyed & ChangeOrder): Promise<void>;
  /** Changes the price in a trial, which goes on to its day; nothing is charged. */
  switch(order: Keyed & ChangeOrder): Promise<void>;
  /** `amount` null: all that is left. */
  refund(
    order: Keyed & { readonly customer: string; readonly invoice: string; readonly amount: number | null },
  ): Promise<void>;
  /** Makes a price to sell a plan at; its name for later. */
  createPrice(
    order: Keyed & {
      readonly plan: string;
      readonly planName: string;
      readonly interval: Interval;
      readonly currency: string;
      readonly unitAmount: number;
      readonly taxBehavior: 'inclusive';
    },
  ): Promise<string>;
  /** Makes a code that customers enter on the payment page. */
  createCoupon(order: Keyed & NewCoupon): Promise<ProviderCoupon>;
  /** All of them, also those that cannot be entered any more, newest first. */
  listCoupons(): Promise<readonly ProviderCoupon[]>;
  /** Nobody can enter it any more; discounts that were given stay. */
  deactivateCoupon(order: Keyed & { readonly id: string }): Promise<void>;
  /** Where the invoice can be read as a PDF; null: nowhere, or it is not this customer's. */
  invoiceUrl(order: { readonly customer: string; readonly invoice: string }): Promise<string | null>;
}

/** A price as the provider has it now. */
export interface ProviderPrice {
  readonly isActive: boolean;
  readonly currency: string;
  readonly unitAmount: number;
  readonly interval: Interval;
}

/** How the school's account at the provider is set up; null: the provider does not say, or not to our key. */
export interface ProviderSetup {
  /** By the provider's name; null: it has none that is charged by the month or year. */
  readonly prices: ReadonlyMap<string, ProviderPrice | null>;
  readonly portal:
    | {
        readonly cancelsAtPeriodEnd: boolean;
        readonly switchesPlans: boolean;
        readonly showsInvoices: boolean;
        readonly updatesCards: boolean;
      }
    | 'missing'
    | null;
  readonly tax: { readonly isActive: boolean; readonly missing: readonly string[] } | null;
  readonly endpoints:
    | readonly { readonly url: string; readonly isEnabled: boolean; readonly events: readonly string[] }[]
    | null;
}

/** Who reports what was paid: a provider far away, or the school's own book of bank transfers. */
export interface PaymentSource {
  /** "stripe", "bank"; kept beside every customer and fact. */
  readonly name: string;
  /** All that is known of a customer now, deleted or not. Throws PaymentsAway, and UnknownPrice of `tierOf`. */
  look(customer: string, tierOf: TierOf): Promise<readonly Seen[]>;
}

/** A way of paying. Nothing of a provider's own words passes this line. */
export interface PaymentProvider extends PaymentCommands, PaymentSource {
  /** False: its key moves no money. */
  readonly livemode: boolean;
  /** What the provider's own books say a customer paid for subscriptions, less refunds, by currency. Throws PaymentsAway. */
  balances(customer: string): Promise<ReadonlyMap<string, number>>;
  /** Everybody the provider knows; `account`: whom we made the customer for. Throws PaymentsAway. */
  customers(): AsyncIterable<{ readonly id: string; readonly account: string | null }>;
  /** Where administrators see a dispute at the provider and submit evidence. */
  disputeUrl(dispute: string): string;
  /** Throws PaymentsAway. */
  readSetup(prices: readonly string[]): Promise<ProviderSetup>;
  /** Whose bell a notice rings; undefined: nobody's. Throws PaymentsAway. */
  whose(notice: Pick<Notice, 'customer' | 'charge'>): Promise<string | undefined>;
  /** Undefined when the signature does not hold, or holds for another time than within 300 s of `now` either way. */
  readNotice(body: Uint8Array, signature: string, now: Date): Notice | undefined;
}

interface AwayOptions extends ErrorOptions {
  readonly isKept?: boolean;
  readonly retryAfter?: number | null;
}

/** No answer, not in time, or one that says "not now". Nothing is known of what happened. */
export class PaymentsAway extends Error {
  override readonly name = 'PaymentsAway';
  /** The provider answered with a fault of its own, and gives that same answer to this key again. */
  readonly isKept: boolean;
  /** Seconds to wait before the next request; null: the provider didn't say. */
  readonly retryAfter: number | null;

  constructor(message: string, { isKept = false, retryAfter = null, ...options }: AwayOptions = {}) {
    super(message, options);
    this.isKept = isKept;
    this.retryAfter = retryAfter;
  }
}

/** The card was declined, or its bank asks something of its holder; nothing changed. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}

/** The provider answered that it does not do this. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** A price of the provider that no plan is sold at. */
export class UnknownPrice extends Error {
  override readonly name = 'UnknownPrice';
  /** The provider's name of it; empty: not known. */
  readonly price: string;

  constructor(message: string, price = '') {
    super(message);
    this.price = price;
  }
}
