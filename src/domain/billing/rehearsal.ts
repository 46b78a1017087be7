/** What a school goes through with a test key before it may charge real money. */
export const REHEARSED = ['payment', 'cancellation', 'refund'] as const;
export type Rehearsed = (typeof REHEARSED)[number];
/** What was seen of it in the ledger of test mode. */
export type Rehearsal = Readonly<Record<Rehearsed, boolean>>;

export const isRehearsed = (rehearsal: Rehearsal): boolean => REHEARSED.every((part) => rehearsal[part]);

interface Shop {
  readonly livemode: boolean;
  readonly isRehearsed: boolean;
  /** Where the school is established; '': nobody chose, so that no law is followed. */
  readonly country: string;
}

/** Whether plans are sold: test cards always buy, real money is taken once the way was walked and the law is known. */
export function takesOrders({ country, isRehearsed: isDone, livemode }: Shop): boolean {
  return !livemode || (isDone && country !== '');
}
