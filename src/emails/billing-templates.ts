import type { BillingMailKind, BillingMailWords } from '#domain/billing/mails/billing-mail';
import { formatMoney } from '#domain/billing/money';
import { m } from '../messages/messages.js';
import { dateOf, nextWords, priceWords, type Said } from './billing-words.ts';
import type { MailContent } from './mail-content.ts';
import { oneLine } from './one-line.ts';
import { SAY_OF_TEAM, teamSeats } from './team-billing-words.ts';
import { type TierNames, tierWord } from './tier-word.ts';

type Say<Kind extends BillingMailKind> = (
  words: BillingMailWords[Kind],
  school: string,
  names: TierNames,
) => Said;

const receipt: Say<'receipt'> = (words, school, names) => {
  const { amount, change, currency, from, next, number, to } = words;
  const tier = tierWord(words.tier, names);
  const said = { amount: formatMoney(amount, currency), from: dateOf(from), school, tier, to: dateOf(to) };
  const subjects = {
    none: m.emails_billing_receipt_subject({ school }),
    upgraded: m.emails_billing_receipt_changed_subject({ tier }),
    downgraded: m.emails_billing_receipt_changed_subject({ tier }),
    recovered: m.emails_billing_receipt_recovered_subject({ tier }),
    seats: m.emails_billing_receipt_subject({ school }),
  };
  const bodies = {
    none: m.emails_billing_receipt_body,
    upgraded: m.emails_billing_receipt_upgraded,
    downgraded: m.emails_billing_receipt_downgraded,
    recovered: m.emails_billing_receipt_recovered,
    seats: m.emails_billing_receipt_body,
  };
  return {
    subject: subjects[change],
    paragraphs: [bodies[change](said), nextWords(next)],
    label: m.emails_billing_invoices(),
    ...(number !== null && { note: m.emails_billing_invoice_number({ number }) }),
  };
};

const failed: Say<'failed'> = ({ payBy, step, tier }, school, names) => {
  const said = { date: dateOf(payBy), school, tier: tierWord(tier, names) };
  const steps = {
    first: [m.emails_billing_failed_subject, m.emails_billing_failed_body],
    middle: [m.emails_billing_failed_middle_subject, m.emails_billing_failed_middle_body],
    last: [m.emails_billing_failed_last_subject, m.emails_billing_failed_last_body],
  } as const;
  const [subject, body] = steps[step];
  return {
    subject: subject(said),
    paragraphs: [body(said)],
    label: m.emails_billing_payment_method(),
    note: m.emails_billing_failed_note(),
  };
};

const ended: Say<'ended'> = ({ endedAt, tier, why }, school, names) => {
  const said = { date: dateOf(endedAt), school, tier: tierWord(tier, names) };
  const bodies = {
    cancelled: m.emails_billing_ended_cancelled,
    trial: m.emails_billing_ended_trial,
    unpaid: m.emails_billing_ended_unpaid,
  };
  const subject = why === 'trial' ? m.emails_billing_ended_trial_subject : m.emails_billing_ended_subject;
  const how = why === 'unpaid' ? m.emails_billing_ended_update() : m.emails_billing_ended_progress();
  return {
    subject: subject(said),
    paragraphs: [bodies[why](said), how],
    label: why === 'unpaid' ? m.emails_billing_payment_method() : m.emails_billing_plans(),
  };
};

const SAY: { readonly [Kind in BillingMailKind]: Say<Kind> } = {
  receipt,
  failed,
  ended,
  seats: teamSeats,
  'trial-started': ({ price, tier, to }, school, names) => {
    const said = { date: dateOf(to), school, tier: tierWord(tier, names) };
    const next = price && m.emails_billing_trial_started_next({ ...said, price: priceWords(price) });
    return {
      subject: m.emails_billing_trial_started_subject(said),
      paragraphs: [m.emails_billing_trial_started_body(said), next ?? m.emails_billing_receipt_no_next()],
      label: m.emails_billing_subscription(),
    };
  },
  'trial-ends': ({ price, tier, to }, school, names) => {
    const said = { date: dateOf(to), price: priceWords(price), school, tier: tierWord(tier, names) };
    return {
      subject: m.emails_billing_trial_ends_subject(said),
      paragraphs: [m.emails_billing_trial_ends_body(said), m.emails_billing_trial_ends_cancel()],
      label: m.emails_billing_subscription(),
    };
  },
  downgrade: ({ held, price, startsAt, tier }, school, names) => {
    const tiers = { held: tierWord(held, names), tier: tierWord(tier, names) };
    const said = { ...tiers, date: dateOf(startsAt), price: priceWords(price), school };
    return {
      subject: m.emails_billing_downgrade_subject(said),
      paragraphs: [m.emails_billing_downgrade_body(said)],
      label: m.emails_billing_subscription(),
    };
  },
  cancelled: ({ ended, endsAt, ifPaid, tier }, school, names) => {
    const said = { date: dateOf(endsAt), school, tier: tierWord(tier, names) };
    const unpaid = ended ? m.emails_billing_cancelled_ended : m.emails_billing_cancelled_unpaid;
    const body =
      ifPaid === undefined ? m.emails_billing_cancelled_body(said) : unpaid({ ...said, end: dateOf(ifPaid) });
    return {
      subject: m.emails_billing_cancelled_subject(),
      paragraphs: ended ? [body] : [body, m.emails_billing_cancelled_keep()],
      label: m.emails_billing_subscription(),
    };
  },
  refund: ({ amount, currency, ends, number }, school) => ({
    subject: m.emails_billing_refund_subject({ amount: formatMoney(amount, currency) }),
    paragraphs: [
      m.emails_billing_refund_body({ amount: formatMoney(amount, currency), school }),
      ends ? m.emails_billing_refund_ends() : m.emails_billing_refund_keeps(),
    ],
    label: m.emails_billing_invoices(),
    ...(number !== null && { note: m.emails_billing_invoice_number({ number }) }),
  }),
  dispute: ({ tier }, school, names) => {
    const said = { school, tier: tierWord(tier, names) };
    return {
      subject: m.emails_billing_dispute_subject(said),
      paragraphs: [m.emails_billing_dispute_body(said), m.emails_billing_dispute_help()],
      label: m.emails_billing_dispute_button(),
    };
  },
  'dispute-won': ({ tier }, school, names) => {
    const said = { school, tier: tierWord(tier, names) };
    return {
      subject: m.emails_billing_dispute_won_subject(said),
      paragraphs: [m.emails_billing_dispute_won_body(said)],
      label: m.emails_billing_subscription(),
    };
  },
  gift: ({ tier, to }, school, names) => {
    const said = { school, tier: tierWord(tier, names) };
    const body =
      to === null
        ? m.emails_billing_gift_body(said)
        : m.emails_billing_gift_until({ ...said, date: dateOf(to) });
    return {
      subject: m.emails_billing_gift_subject(said),
      paragraphs: [body],
      label: m.emails_billing_gift_button(),
    };
  },
  'gift-ends': ({ tier, to }, school, names) => {
    const said = { date: dateOf(to), school, tier: tierWord(tier, names) };
    return {
      subject: m.emails_billing_gift_ends_subject(said),
      paragraphs: [m.emails_billing_gift_ends_body(said)],
      label: m.emails_billing_plans(),
    };
  },
  renewal: ({ at, price, tier }, school, names) => {
    const said = { date: dateOf(at), price: priceWords(price), school, tier: tierWord(tier, names) };
    return {
      subject: m.emails_billing_renewal_subject(said),
      paragraphs: [m.emails_billing_renewal_body(said), m.emails_billing_renewal_cancel()],
      label: m.emails_billing_subscription(),
    };
  },
};

interface MailOf<Kind extends BillingMailKind> {
  readonly name: string;
  readonly link: string;
  readonly words: BillingMailWords[Kind];
  readonly team?: string;
}

function saidOfTeam<Kind extends BillingMailKind>(
  kind: Kind,
  words: BillingMailWords[Kind],
  { names, school, team }: { team: string; school: string; names: TierNames },
): Said {
  const say = SAY_OF_TEAM[kind];
  if (say) return say(words, team, names);
  const { paragraphs, ...said } = SAY[kind](words, school, names);
  return { ...said, paragraphs: [m.emails_team_about({ team }), ...paragraphs] };
}

/** An email about billing: nobody can stop these, because each says something that its reader must know. */
function writes<Kind extends BillingMailKind>(kind: Kind) {
  return ({ link, name, team, words }: MailOf<Kind>, school: string, names: TierNames): MailContent => {
    const { label, subject, ...said } =
      team === undefined ? SAY[kind](words, school, names) : saidOfTeam(kind, words, { team, school, names });
    return {
      ...said,
      subject: oneLine(subject),
      greeting: m.emails_greeting({ name }),
      button: { label, link },
      footer: m.emails_footer({ school }),
    };
  };
}

export const BILLING_TEMPLATES = {
  'billing-receipt': writes('receipt'),
  'billing-trial-started': writes('trial-started'),
  'billing-trial-ends': writes('trial-ends'),
  'billing-failed': writes('failed'),
  'billing-downgrade': writes('downgrade'),
  'billing-seats': writes('seats'),
  'billing-cancelled': writes('cancelled'),
  'billing-ended': writes('ended'),
  'billing-refund': writes('refund'),
  'billing-dispute': writes('dispute'),
  'billing-dispute-won': writes('dispute-won'),
  'billing-gift': writes('gift'),
  'billing-gift-ends': writes('gift-ends'),
  'billing-renewal': writes('renewal'),
};
