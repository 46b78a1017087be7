import { entitlement, type Policy } from '../entitlement.ts';
import type { Fact, Seconds } from '../facts.ts';
import { isGift } from '../gift.ts';
import { newestFacts } from '../newest-facts.ts';
import { NEWS, type PlannedMail } from './billing-mail.ts';
import { plannedMails } from './due-mails.ts';

/** Whether a tier that changes now is in an email about its cause, so that another one would say it twice. */
export function isTierMailed(facts: readonly Fact[], now: Seconds, policy: Policy): boolean {
  const { tier, why } = entitlement(facts, now, policy);
  const newest = newestFacts(facts);
  if (why === 'grant')
    return newest.some((fact) => fact.kind === 'grant' && fact.tier === tier && isGift(fact));
  if (why === 'none') return isLossMailed(facts, now, policy);
  return why === 'paid' || why === 'trial' || why === 'grace';
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

function saysLoss(mail: PlannedMail): boolean {
  return mail.kind === 'ended' || mail.kind === 'dispute' || (mail.kind === 'refund' && mail.words.ends);
}
