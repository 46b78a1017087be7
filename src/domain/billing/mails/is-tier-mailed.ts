import { TIERS, type Tier } from '../../tiers.ts';
import { entitlement, type Policy, unpaidTime } from '../entitlement.ts';
import type { Fact, Seconds } from '../facts.ts';
import { isGift } from '../gift.ts';
import { newestFacts } from '../newest-facts.ts';
import { type Stretch, stretchesOf } from '../stretches.ts';
import { NEWS, type PlannedMail } from './billing-mail.ts';
import { plannedMails } from './due-mails.ts';

interface Before {
  readonly held: Tier;
  /** What the person's teams bring them. */
  readonly seats?: readonly Stretch[];
}

const rank = (tier: Tier) => TIERS.indexOf(tier);

/** Whether a tier that changes now is in an email about its cause, so that another one would say it twice. */
export function isTierMailed(
  facts: readonly Fact[],
  now: Seconds,
  policy: Policy,
  { held, seats = [] }: Before,
): boolean {
  const { tier, why } = entitlement(facts, now, policy, seats);
  if (why === 'override') return false;
  // What is left may have been there for long: an email about it says nothing of the loss.
  if (rank(tier) < rank(held))
    return (
      (!wasSeat(seats, now, held) || wasOwn(facts, now, policy, held)) &&
      (isLossMailed(facts, now, policy) || isDowngradeMailed(facts, now, tier))
    );
  if (why === 'grant')
    return newestFacts(facts).some((fact) => fact.kind === 'grant' && fact.tier === tier && isGift(fact));
  return why === 'paid' || why === 'trial' || why === 'grace';
}

/** Whether a seat that has just ended brought as much: no email about what is paid speaks of it. */
function wasSeat(seats: readonly Stretch[], now: Seconds, held: Tier): boolean {
  return seats.some(
    ({ tier, to }) => rank(tier) >= rank(held) && to !== null && to <= now && now < to + NEWS,
  );
}

/** Whether what is paid brought as much lately. What a dispute or a refund took back counts as never there. */
function wasOwn(facts: readonly Fact[], now: Seconds, policy: Policy, held: Tier): boolean {
  return stretchesOf(facts, (sub, from) => unpaidTime(policy, sub, from)).some(
    (own) => rank(own.tier) >= rank(held) && own.from <= now && (own.to === null || own.to > now - NEWS),
  );
}

function isLossMailed(facts: readonly Fact[], now: Seconds, policy: Policy): boolean {
  const isNews = (from: Seconds, until: Seconds) => from <= now && now < until;
  return (
    plannedMails(facts, policy, []).some(
      (mail) => saysLoss(mail) && isNews(mail.from, mail.until) && (mail.holds?.(now) ?? true),
    ) ||
    // Whoever withdraws has a receipt that says so.
    facts.some((fact) => fact.kind === 'withdrawal' && isNews(fact.at, fact.at + NEWS))
  );
}

/** Whether a subscription has just gone on with the lower tier, as it was confirmed before. */
function isDowngradeMailed(facts: readonly Fact[], now: Seconds, tier: Tier): boolean {
  return facts.some(
    (line) =>
      line.kind === 'paid' &&
      line.amount >= 0 &&
      rank(line.tier) > rank(tier) &&
      line.to <= now &&
      now < line.to + NEWS &&
      facts.some(
        (fact) =>
          fact.kind === 'subscription' &&
          fact.id === line.sub &&
          fact.state !== 'stopped' &&
          (fact.scheduled ?? fact).tier === tier,
      ),
  );
}

function saysLoss(mail: PlannedMail): boolean {
  return (
    mail.kind === 'ended' ||
    mail.kind === 'dispute' ||
    (mail.kind === 'refund' && mail.words.ends) ||
    (mail.kind === 'receipt' && mail.words.change === 'downgraded')
  );
}
