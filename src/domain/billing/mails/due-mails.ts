import type { Policy } from '../entitlement.ts';
import type { Fact, Seconds } from '../facts.ts';
import { aboutOf, keyOf, type PlannedMail, type SentBillingMail } from './billing-mail.ts';
import { recordOf } from './billing-record.ts';
import { endingMails } from './ending-mails.ts';
import { failureMails } from './failure-mails.ts';
import { giftMails } from './gift-mails.ts';
import { invoiceMails } from './invoice-mails.ts';
import { returnMails } from './return-mails.ts';
import { subscriptionMails } from './subscription-mails.ts';

/** Two emails about the same thing are at least so long apart. */
const SPACING = 43_200;

/** All that is or will be mailed of an account, as far as is known, whether it was sent or not. */
export function plannedMails(
  facts: readonly Fact[],
  policy: Policy,
  sent: readonly SentBillingMail[],
): PlannedMail[] {
  const record = recordOf(facts, policy, sent);
  return [
    ...invoiceMails(record),
    ...subscriptionMails(record),
    ...failureMails(record),
    ...endingMails(record),
    ...returnMails(record),
    ...giftMails(record),
  ];
}

export interface DueMails {
  readonly due: readonly PlannedMail[];
  /** When to look again, if nothing new is learned before; null: never. */
  readonly nextAt: Seconds | null;
}

/**
 * Which emails are to be sent now: each once, none whose cause has gone or which is old news, and of those about the
 * same thing only the latest, and that at some distance from the one before.
 */
export function dueMails(
  facts: readonly Fact[],
  now: Seconds,
  policy: Policy,
  sent: readonly SentBillingMail[],
): DueMails {
  const done = new Set(sent.map(keyOf));
  const planned = plannedMails(facts, policy, sent).filter(({ until }) => now < until);
  const open = planned
    .filter((mail) => !done.has(keyOf(mail)) && !planned.some((other) => isAfter(other, mail, now)))
    .map((mail) => ({ mail, at: Math.max(mail.from, spacedFrom(mail, sent)) }))
    .filter(({ at, mail }) => at < mail.until);
  const due = open.filter(({ at, mail }) => at <= now && (mail.holds?.(now) ?? true));
  const later = open.map(({ at }) => at).filter((at) => at > now);
  return { due: due.map(({ mail }) => mail), nextAt: later.length > 0 ? Math.min(...later) : null };
}

/** Whether the time of a later email about the same thing has come, so that the earlier one says nothing any more. */
function isAfter(other: PlannedMail, mail: PlannedMail, now: Seconds): boolean {
  return aboutOf(other) === aboutOf(mail) && other.from > mail.from && other.from <= now;
}

/** Whether an email that waits to leave still says what is true. */
export function isStillDue(
  facts: readonly Fact[],
  now: Seconds,
  policy: Policy,
  sent: readonly SentBillingMail[],
  key: string,
): boolean {
  const mail = plannedMails(facts, policy, sent).find((one) => keyOf(one) === key);
  return mail !== undefined && now < mail.until && (mail.holds?.(now) ?? true);
}

function spacedFrom(mail: PlannedMail, sent: readonly SentBillingMail[]): Seconds {
  const before = sent.filter((one) => aboutOf(one) === aboutOf(mail));
  return Math.max(0, ...before.map(({ at }) => at + SPACING));
}
