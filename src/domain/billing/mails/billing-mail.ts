import type { Tier } from '../../tiers.ts';
import type { Interval, Seconds } from '../facts.ts';

/** What is charged each time, in the smallest unit of the currency. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
}

export type EndReason = 'cancelled' | 'trial' | 'unpaid';
/** `seats`: of a team, whose plan stays. */
export type ReceiptChange = 'none' | 'upgraded' | 'downgraded' | 'recovered' | 'seats';

/** What each email about billing says, besides to whom. */
export interface BillingMailWords {
  receipt: {
    readonly change: ReceiptChange;
    readonly tier: Tier;
    readonly seats: number;
    readonly amount: number;
    readonly currency: string;
    readonly number: string | null;
    readonly from: Seconds;
    readonly to: Seconds;
    /** Null: nothing more will be charged. `price` null: it can't be told yet. */
    readonly next: { readonly at: Seconds; readonly price: Price | null } | null;
  };
  'trial-started': { readonly tier: Tier; readonly to: Seconds; readonly price: Price | null };
  'trial-ends': { readonly tier: Tier; readonly to: Seconds; readonly price: Price };
  failed: {
    readonly tier: Tier;
    readonly payBy: Seconds;
    readonly step: 'first' | 'middle' | 'last';
  };
  downgrade: {
    readonly tier: Tier;
    readonly held: Tier;
    readonly startsAt: Seconds;
    readonly price: Price;
  };
  /** Fewer seats of a team from the next period on. */
  seats: {
    readonly tier: Tier;
    readonly held: number;
    readonly seats: number;
    readonly startsAt: Seconds;
    readonly price: Price;
  };
  /**
   * `endsAt`: when access ends, or has `ended`. `ifPaid`: when instead, if the payment that failed still goes through; left out:
   * none failed.
   */
  cancelled: {
    readonly tier: Tier;
    readonly endsAt: Seconds;
    readonly ifPaid?: Seconds;
    readonly ended?: true;
  };
  ended: { readonly tier: Tier; readonly why: EndReason; readonly endedAt: Seconds };
  /** `ends`: access ended with it. */
  refund: {
    readonly amount: number;
    readonly currency: string;
    readonly number: string | null;
    readonly ends: boolean;
  };
  dispute: { readonly tier: Tier };
  'dispute-won': { readonly tier: Tier };
  gift: { readonly tier: Tier; readonly to: Seconds | null };
  'gift-ends': { readonly tier: Tier; readonly to: Seconds };
  renewal: { readonly tier: Tier; readonly at: Seconds; readonly price: Price };
}
export type BillingMailKind = keyof BillingMailWords;

/** Names an email: of one kind, subject and date an account gets one. */
export interface BillingMailKey {
  readonly kind: BillingMailKind;
  readonly subject: string;
  readonly date: Seconds;
}

export interface SentBillingMail extends BillingMailKey {
  readonly at: Seconds;
}

interface Plan<Kind extends BillingMailKind> extends BillingMailKey {
  readonly kind: Kind;
  /** When it is due: from this moment, and not from that one on. */
  readonly from: Seconds;
  readonly until: Seconds;
  readonly words: BillingMailWords[Kind];
  /** Whether what it says is true at a moment; left out: always. */
  readonly holds?: (now: Seconds) => boolean;
}
export type PlannedMail = { [Kind in BillingMailKind]: Plan<Kind> }[BillingMailKind];

const DAY = 86_400;
/** What happened longer ago is no news: a first look at an old customer must not send years of receipts. */
export const NEWS = 2 * DAY;

/** Kinds that are about the same thing as another one. */
const ABOUT: Partial<Record<BillingMailKind, string>> = {
  'trial-started': 'trial',
  'trial-ends': 'trial',
  'gift-ends': 'gift',
};

/** What an email is about: two about the same thing are never sent together. Steps stand behind a slash. */
export function aboutOf({ kind, subject }: BillingMailKey): string {
  return `${ABOUT[kind] ?? kind} ${subject.split('/')[0]}`;
}

export function keyOf({ date, kind, subject }: BillingMailKey): string {
  return `${kind}:${subject}:${date}`;
}
