import { TIERS } from '../../tiers.ts';
import { entitlement } from '../entitlement.ts';
import { isGift } from '../gift.ts';
import { NEWS, type PlannedMail } from './billing-mail.ts';
import type { BillingRecord } from './billing-record.ts';

const DAY = 86_400;

/** Says that a plan was given, and a week before its end that it ends, where nothing as good follows. */
export function giftMails({ facts, grants, policy }: BillingRecord): PlannedMail[] {
  return grants.filter(isGift).flatMap(({ from, id, tier, to }): PlannedMail[] => {
    const given: PlannedMail = {
      kind: 'gift',
      subject: id,
      date: from,
      from,
      until: Math.min(from + NEWS, to ?? Number.POSITIVE_INFINITY),
      words: { tier, to },
    };
    if (to === null || to - from < 8 * DAY) return [given];
    const ends: PlannedMail = {
      kind: 'gift-ends',
      subject: id,
      date: to,
      from: to - 7 * DAY,
      until: to,
      words: { tier, to },
      holds: () => TIERS.indexOf(entitlement(facts, to, policy).tier) < TIERS.indexOf(tier),
    };
    return [given, ends];
  });
}
