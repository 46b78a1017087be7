import type { RequestKind } from '#contract/legal';
import { formatMoney } from '#domain/billing/money';
import { perLanguage } from '#domain/language';
import { longDate } from '#domain/long-dates';
import { m } from '../../../../messages/messages.js';

const TIME = perLanguage(
  (of) => new Intl.DateTimeFormat(of, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }),
);

export interface Statement {
  readonly kind: RequestKind;
  readonly isExtraordinary: boolean;
  /** A day as ISO 8601 writes it. */
  readonly endsOn: string | null;
  readonly contract: string;
  readonly reason: string;
  readonly receivedAt: Date;
  readonly reference: string;
  /** What follows from it, where that is known at once. */
  readonly refund?: { readonly amount: number; readonly currency: string };
  /** `ifPaid`: when instead, if the payment that failed still goes through. */
  readonly subscriptionEnds?: { readonly at: Date; readonly ifPaid: Date | null };
}

/** What was declared, with the time of its receipt, without the name: a proof that outlives the account. */
export function statementWords(statement: Statement): string {
  const { contract, reason, receivedAt, reference, refund, subscriptionEnds } = statement;
  return [
    sentenceOf(statement),
    m.legal_statement_contract({ contract }),
    ...(reason === '' ? [] : [m.legal_statement_reason({ reason })]),
    ...(refund ? [m.legal_statement_refund({ amount: formatMoney(refund.amount, refund.currency) })] : []),
    ...(subscriptionEnds ? [endWords(subscriptionEnds, receivedAt)] : []),
    m.legal_statement_received({ time: TIME().format(receivedAt) }),
    m.legal_statement_reference({ reference }),
  ].join('\n');
}

function endWords({ at, ifPaid }: NonNullable<Statement['subscriptionEnds']>, receivedAt: Date): string {
  const date = longDate(at);
  if (!ifPaid) return m.legal_statement_ends({ date });
  const words = { date, end: longDate(ifPaid) };
  return at <= receivedAt ? m.legal_statement_ended_unpaid(words) : m.legal_statement_ends_unpaid(words);
}

/** The same with who declared it, as it is shown and mailed. */
export function signedStatement(words: string, { email, name }: { email: string; name: string }): string {
  return [m.legal_statement_name({ name }), m.legal_statement_email({ email }), words].join('\n');
}

/** Short enough to be said on the phone. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

function sentenceOf({ endsOn, isExtraordinary, kind }: Statement): string {
  if (kind === 'withdrawal') return m.legal_statement_withdrawal();
  const date = endsOn === null ? '' : longDate(new Date(`${endsOn}T00:00:00Z`));
  if (isExtraordinary)
    return endsOn === null ? m.legal_statement_extraordinary() : m.legal_statement_extraordinary_on({ date });
  return endsOn === null ? m.legal_statement_cancellation() : m.legal_statement_cancellation_on({ date });
}
