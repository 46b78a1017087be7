import type { BillingMailKind, BillingMailWords } from '#domain/billing/mails/billing-mail';
import { formatMoney } from '#domain/billing/money';
import { m } from '../messages/messages.js';
import { dateOf, nextWords, priceWords, type Said } from './billing-words.ts';
import { type TierNames, tierWord } from './tier-word.ts';

type SayOfTeam<Kind extends BillingMailKind> = (
  words: BillingMailWords[Kind],
  team: string,
  names: TierNames,
) => Said;

/** Only teams have seats to give up. */
export const teamSeats: SayOfTeam<'seats'> = ({ held, price, seats, startsAt, tier }, team, names) => ({
  subject: m.emails_team_seats_subject({ date: dateOf(startsAt), seats, team }),
  paragraphs: [
    m.emails_team_seats_body({
      date: dateOf(startsAt),
      held,
      price: priceWords(price),
      seats,
      team,
      tier: tierWord(tier, names),
    }),
  ],
  label: m.emails_team_button(),
});

/** What an email about billing says where a team pays; a kind that is not here says the same to everyone. */
export const SAY_OF_TEAM: { readonly [Kind in BillingMailKind]?: SayOfTeam<Kind> } = {
  receipt: ({ amount, change, currency, from, next, number, seats, tier, to }, team, names) => {
    const said = {
      amount: formatMoney(amount, currency),
      from: dateOf(from),
      seats,
      team,
      tier: tierWord(tier, names),
      to: dateOf(to),
    };
    const body =
      change === 'seats' || change === 'upgraded' ? m.emails_team_seats_more : m.emails_team_receipt_body;
    return {
      subject: m.emails_team_receipt_subject({ team }),
      paragraphs: [body(said), nextWords(next)],
      label: m.emails_billing_invoices(),
      ...(number !== null && { note: m.emails_billing_invoice_number({ number }) }),
    };
  },
  failed: ({ payBy, step, tier }, team, names) => {
    const said = { date: dateOf(payBy), team, tier: tierWord(tier, names) };
    const subjects = {
      first: m.emails_team_failed_subject,
      middle: m.emails_team_failed_middle_subject,
      last: m.emails_team_failed_last_subject,
    };
    return {
      subject: subjects[step](said),
      paragraphs: [(step === 'last' ? m.emails_team_failed_last_body : m.emails_team_failed_body)(said)],
      label: m.emails_billing_payment_method(),
      note: m.emails_billing_failed_note(),
    };
  },
  seats: teamSeats,
  cancelled: ({ ended, endsAt, ifPaid, tier }, team, names) => {
    const said = { date: dateOf(endsAt), team, tier: tierWord(tier, names) };
    const unpaid = ended ? m.emails_team_cancelled_ended : m.emails_team_cancelled_unpaid;
    const body =
      ifPaid === undefined ? m.emails_team_cancelled_body(said) : unpaid({ ...said, end: dateOf(ifPaid) });
    return {
      subject: m.emails_team_cancelled_subject({ team }),
      paragraphs: ended ? [body] : [body, m.emails_team_cancelled_keep()],
      label: m.emails_team_button(),
    };
  },
  ended: ({ endedAt, tier, why }, team, names) => {
    const said = { date: dateOf(endedAt), team, tier: tierWord(tier, names) };
    const body = why === 'unpaid' ? m.emails_team_ended_unpaid : m.emails_team_ended_cancelled;
    return {
      subject: m.emails_team_ended_subject(said),
      paragraphs: [body(said), m.emails_team_ended_progress()],
      label: m.emails_team_button(),
    };
  },
  refund: ({ amount, currency, ends, number }, team) => ({
    subject: m.emails_billing_refund_subject({ amount: formatMoney(amount, currency) }),
    paragraphs: [
      m.emails_team_refund_body({ amount: formatMoney(amount, currency), team }),
      ends ? m.emails_team_refund_ends() : m.emails_team_refund_keeps(),
    ],
    label: m.emails_billing_invoices(),
    ...(number !== null && { note: m.emails_billing_invoice_number({ number }) }),
  }),
};
