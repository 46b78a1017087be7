import { TIERS } from '../../tiers.ts';
import { accessEnds } from '../describe.ts';
import { paidSeats } from '../seats.ts';
import { aboutOf, NEWS, type PlannedMail } from './billing-mail.ts';
import { type BillingRecord, type History, lastTurn, priceAt } from './billing-record.ts';

const DAY = 86_400;
const RENEWAL_NOTICE = 14 * DAY;

/** What is mailed of a subscription that goes on: its trial, its next renewal, and the changes that were asked for. */
export function subscriptionMails(record: BillingRecord): PlannedMail[] {
  return record.histories.flatMap((history) => [
    ...trialMails(history),
    ...renewalMails(history),
    ...downgradeMails(record, history),
    ...seatMails(record, history),
    ...cancelledMails(record, history),
  ]);
}

function trialMails({ newest }: History): PlannedMail[] {
  const { endsAt, id, state, tier, trialFrom, trialTo } = newest;
  if (state !== 'trialing' || trialFrom === null || trialTo === null) return [];
  const price = priceAt(newest, trialTo);
  const started = {
    kind: 'trial-started' as const,
    subject: id,
    date: trialFrom,
    from: trialFrom,
    until: Math.min(trialFrom + NEWS, trialTo),
    words: { tier, to: trialTo, price: endsAt === null ? price : null },
  };
  // The email about the cancellation said when access ends.
  if (endsAt !== null) return [started];
  const steps = [
    { step: 'week', from: trialTo - 7 * DAY, until: trialTo - DAY },
    { step: 'day', from: trialTo - DAY, until: trialTo },
  ];
  return [
    started,
    ...steps
      // The first mail of a short trial says its end well enough.
      .filter(({ from }) => from >= trialFrom + DAY)
      .map(({ step, ...due }) => ({
        kind: 'trial-ends' as const,
        subject: `${id}/${step}`,
        date: trialTo,
        ...due,
        words: { tier, to: trialTo, price },
      })),
  ];
}

function renewalMails({ newest }: History): PlannedMail[] {
  const { endsAt, id, interval, periodEnd, state, tier } = newest;
  if (state !== 'running' || interval !== 'year' || endsAt !== null) return [];
  return [
    {
      kind: 'renewal',
      subject: id,
      date: periodEnd,
      from: periodEnd - RENEWAL_NOTICE,
      until: periodEnd,
      words: { tier, at: periodEnd, price: priceAt(newest, periodEnd) },
    },
  ];
}

/** Confirms another price that starts when what is paid ends. */
function downgradeMails(record: BillingRecord, history: History): PlannedMail[] {
  const { endsAt, id, scheduled, state, tier } = history.newest;
  if (state !== 'running' || endsAt !== null) return [];
  if (!scheduled) return lowerMails(record, history);
  const { at, price } = scheduled;
  const turn = lastTurn(history, (fact) => fact.scheduled?.price === price && fact.scheduled.at === at);
  if (!turn?.before) return [];
  const words = { tier: scheduled.tier, held: tier, startsAt: at, price: priceAt(history.newest, at) };
  return [{ kind: 'downgrade', subject: `${id}@${turn.at.v}`, date: at, from: 0, until: at, words }];
}

/** A lower price that counts already, but is charged only when what is paid of the higher one ends. */
function lowerMails({ lines }: BillingRecord, history: History): PlannedMail[] {
  const { id, periodEnd, price, tier } = history.newest;
  const held = lines
    .filter(({ amount, sub, to }) => sub === id && amount >= 0 && to >= periodEnd)
    .sort((a, b) => TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier))[0]?.tier;
  const turn = lastTurn(history, (fact) => fact.price === price);
  if (!held || !turn?.before || TIERS.indexOf(held) <= TIERS.indexOf(tier)) return [];
  return [
    {
      kind: 'downgrade',
      subject: `${id}@${turn.at.v}`,
      date: periodEnd,
      from: 0,
      until: periodEnd,
      words: { tier, held, startsAt: periodEnd, price: priceAt(history.newest, periodEnd) },
    },
  ];
}

/** Confirms that a team gives up seats when what is paid ends. */
function seatMails({ facts }: BillingRecord, history: History): PlannedMail[] {
  const { endsAt, id, periodEnd, quantity: seats, state, tier } = history.newest;
  if (state !== 'running' || endsAt !== null) return [];
  const held = paidSeats(facts, history.newest);
  const turn = lastTurn(history, ({ quantity }) => quantity === seats);
  if (!turn?.before || held <= seats) return [];
  const words = { tier, held, seats, startsAt: periodEnd, price: priceAt(history.newest, periodEnd) };
  return [
    { kind: 'seats', subject: `${id}@${turn.at.v}`, date: periodEnd, from: 0, until: periodEnd, words },
  ];
}

/** Confirms a cancellation. One that was there at the first look is news only for a new subscription. */
function cancelledMails({ facts, policy, sent }: BillingRecord, history: History): PlannedMail[] {
  const { endsAt, id, startedAt, state, tier } = history.newest;
  const turn = lastTurn(history, (fact) => fact.endsAt !== null);
  if (!turn || endsAt === null || state === 'stopped') return [];
  const { at, ifPaid } = accessEnds(facts, history.newest, policy);
  const mail = { kind: 'cancelled' as const, subject: `${id}@${turn.at.v}`, date: endsAt };
  const words = { tier, endsAt: at };
  const until = turn.before ? at : Math.min(at, startedAt + NEWS);
  const steps: PlannedMail[] = [
    { ...mail, from: 0, until, words: { ...words, ...(ifPaid !== null && { ifPaid }) } },
  ];
  // Whoever cancels only after the grace has no access any more.
  if (turn.before && ifPaid !== null)
    steps.push({
      ...mail,
      subject: `${mail.subject}/ended`,
      from: at,
      until: endsAt,
      words: { ...words, ifPaid, ended: true },
    });
  const said = sent.filter((one) => one.date === endsAt && aboutOf(one) === aboutOf(mail));
  return steps.filter(({ subject }) => said.every((one) => one.subject === subject));
}
