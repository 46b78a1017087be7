import type { Seconds } from '#domain/billing/facts';
import type { BillingMailWords, Price } from '#domain/billing/mails/billing-mail';
import { formatMoney } from '#domain/billing/money';
import { longDate } from '#domain/long-dates';
import { m } from '../messages/messages.js';
import type { MailContent } from './mail-content.ts';

/** What an email about billing says; its greeting and footer are the same for all. */
export type Said = Pick<MailContent, 'subject' | 'paragraphs' | 'note'> & { readonly label: string };

/** A day as an email names it. */
export const dateOf = (at: Seconds) => longDate(new Date(at * 1000));

/** "€9.99 per month". */
export function priceWords({ amount, currency, interval }: Price): string {
  const words = { month: m.billing_price_month, year: m.billing_price_year }[interval];
  return words({ price: formatMoney(amount, currency) });
}

/** When the next payment is due, and of how much. */
export function nextWords(next: BillingMailWords['receipt']['next']): string {
  if (!next) return m.emails_billing_receipt_no_next();
  const date = dateOf(next.at);
  return next.price
    ? m.emails_billing_receipt_next({ date, price: priceWords(next.price) })
    : m.emails_billing_receipt_next_date({ date });
}
