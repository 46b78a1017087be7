import type { Tier } from '../tiers.ts';
import type { Discount } from './discount.ts';

export const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** A moment in whole seconds since 1970, as providers of payments count. */
export type Seconds = number;

/** `id` names what the fact is about; `v` says by which look we know it: of one subject the highest counts. */
interface Known {
  readonly id: string;
  readonly v: number;
}

/** A line of a paid invoice: money for a stretch of time. A negative amount gives time back. */
export interface PaidFact extends Known {
  readonly kind: 'paid';
  readonly sub: string;
  readonly invoice: string;
  /** What the provider prints on the invoice, for people. */
  readonly number: string | null;
  readonly tier: Tier;
  readonly seats: number;
  readonly from: Seconds;
  readonly to: Seconds;
  /** In the smallest unit of the currency, tax included. */
  readonly amount: number;
  /** Three small letters, as in "eur". */
  readonly currency: string;
  readonly at: Seconds;
  /** The provider's name of the price. This and all that follows is missing from facts of before this was recorded. */
  readonly price?: string;
  /** What the line cost before discounts. */
  readonly list?: number;
  /** How much of `amount` is tax. */
  readonly tax?: number;
  /** What was charged for the whole invoice: less than its lines when a credit paid part of it. */
  readonly charged?: number;
  /** Two capital letters; null: the provider knows none. Nothing else of the address is kept. */
  readonly country?: string | null;
  /** Whether the customer gave a tax ID; the ID itself stays with the provider. */
  readonly hasTaxId?: boolean;
}

export const SUBSCRIPTION_STATES = ['trialing', 'running', 'overdue', 'stopped'] as const;

/** What the next invoice will charge, in the smallest unit of the currency. */
export interface NextCharge {
  /** With discounts and tax, less what the customer has as a credit. */
  readonly amount: number;
  readonly discount: number;
  readonly tax: number;
}

/** The price that a subscription changes to by itself. */
export interface ScheduledChange {
  readonly at: Seconds;
  readonly price: string;
  readonly tier: Tier;
  readonly interval: Interval;
  readonly unitAmount: number;
}

/** What is to be charged again and again, and how that goes. */
export interface SubscriptionFact extends Known {
  readonly kind: 'subscription';
  readonly state: (typeof SUBSCRIPTION_STATES)[number];
  readonly tier: Tier;
  /** The provider's name of the price. */
  readonly price: string;
  readonly interval: Interval;
  readonly unitAmount: number;
  readonly currency: string;
  readonly quantity: number;
  readonly startedAt: Seconds;
  /** When the running period ends and the next charge is due. */
  readonly periodEnd: Seconds;
  readonly trialFrom: Seconds | null;
  readonly trialTo: Seconds | null;
  /** When it ends or ended because somebody wished so or the provider gave up; null: it goes on. */
  readonly endsAt: Seconds | null;
  /** Absent: no change is scheduled. */
  readonly scheduled?: ScheduledChange;
  /** Absent: there are none. */
  readonly discounts?: readonly Discount[];
  /** Absent: nothing will be charged, or the provider cannot say how much. */
  readonly nextCharge?: NextCharge;
}

export interface RefundFact extends Known {
  readonly kind: 'refund';
  readonly invoice: string;
  readonly amount: number;
  readonly currency: string;
  /** With this refund nothing is left of what was paid. */
  readonly whole: boolean;
  readonly at: Seconds;
  /** False: it failed, and the money stayed. */
  readonly done: boolean;
}

export interface DisputeFact extends Known {
  readonly kind: 'dispute';
  readonly invoice: string;
  readonly at: Seconds;
  readonly state: 'open' | 'won' | 'lost';
  /** Missing from facts of before this was recorded, as are the next two. */
  readonly amount?: number;
  readonly currency?: string;
  /** Until when the bank takes evidence; null: it takes none. */
  readonly dueBy?: Seconds | null;
}

/** What an administrator gives, without money. */
export interface GrantFact extends Known {
  readonly kind: 'grant';
  readonly tier: Tier;
  readonly from: Seconds;
  readonly to: Seconds | null;
  readonly by: string;
  readonly reason: string;
}

/** A tier that stands over everything else; null: none does any more. */
export interface OverrideFact extends Known {
  readonly kind: 'override';
  readonly tier: Tier | null;
  readonly at: Seconds;
  readonly by: string;
}

/** A contract that its member withdrew from: nothing that was paid for it counts from then on, whatever went back by now. */
export interface WithdrawalFact extends Known {
  readonly kind: 'withdrawal';
  readonly sub: string;
  readonly at: Seconds;
}

export type Fact =
  | PaidFact
  | SubscriptionFact
  | RefundFact
  | DisputeFact
  | GrantFact
  | OverrideFact
  | WithdrawalFact;
export type FactKind = Fact['kind'];

type WithoutLook<F> = F extends Fact ? Omit<F, 'v'> : never;
/** A fact as a provider reports it; the ledger numbers it. */
export type Seen = WithoutLook<Exclude<Fact, GrantFact | OverrideFact | WithdrawalFact>>;
/** A fact before the ledger numbers it. */
export type NewFact = WithoutLook<Fact>;
