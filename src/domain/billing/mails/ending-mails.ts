import { TIERS, type Tier } from '../../tiers.ts';
import { entitlement, graceAt, unpaidTime } from '../entitlement.ts';
import type { Fact, Seconds } from '../facts.ts';
import { stretchesOf } from '../stretches.ts';
import { type EndReason, NEWS, type PlannedMail } from './billing-mail.ts';
import type { BillingRecord, History } from './billing-record.ts';

const rank = (tier: Tier) => TIERS.indexOf(tier);

/** Says that access ended, once for each time that was paid or tried; a refund or a dispute says so itself. */
export function endingMails(record: BillingRecord): PlannedMail[] {
  return record.histories.flatMap((history) => mailOf(record, history) ?? []);
}

function mailOf(record: BillingRecord, history: History): PlannedMail | null {
  const { facts, policy } = record;
  const { id, tier } = history.newest;
  const own = facts.filter((fact) => isOf(fact, id));
  const last = record.lines.findLast(({ amount, sub }) => sub === id && amount >= 0);
  if (last && isTakenBack(record, last.invoice)) return null;
  const ends = stretchesOf(own, (sub, from) => unpaidTime(policy, sub, from)).map(({ to }) => to ?? 0);
  const paidTo = Math.max(0, ...stretchesOf(own, () => 0).map(({ to }) => to ?? 0));
  if (paidTo === 0) return null;
  const endedAt = Math.max(stoppedInGrace(record, history, paidTo), ...ends);
  const held = last?.tier ?? tier;
  return {
    kind: 'ended',
    subject: id,
    date: paidTo,
    from: endedAt,
    until: endedAt + NEWS,
    words: { tier: held, why: reasonOf(history, last?.amount ?? 0), endedAt },
    holds: (now) => [endedAt, now].every((at) => rank(entitlement(facts, at, policy).tier) < rank(held)),
  };
}

function isOf(fact: Fact, id: string): boolean {
  return fact.kind === 'subscription' ? fact.id === id : fact.kind === 'paid' && fact.sub === id;
}

function isTakenBack({ disputes, refunds }: BillingRecord, invoice: string): boolean {
  return (
    refunds.some((refund) => refund.invoice === invoice && refund.whole) ||
    disputes.some((dispute) => dispute.invoice === invoice && dispute.state !== 'won')
  );
}

function wasOverdue({ all, newest }: History): boolean {
  return newest.state === 'stopped' && all.findLast(({ state }) => state !== 'stopped')?.state === 'overdue';
}

/** A provider that gives up ends the grace, from which nothing is left then. */
function stoppedInGrace({ policy }: BillingRecord, history: History, paidTo: Seconds): Seconds {
  const { endsAt } = history.newest;
  return wasOverdue(history) && endsAt !== null
    ? Math.min(Math.max(endsAt, paidTo), paidTo + graceAt(policy, paidTo))
    : 0;
}

function reasonOf(history: History, lastAmount: number): EndReason {
  const { endsAt, state, trialTo } = history.newest;
  if (wasOverdue(history) || state === 'overdue' || (state === 'running' && endsAt === null)) return 'unpaid';
  return trialTo !== null && lastAmount === 0 ? 'trial' : 'cancelled';
}
