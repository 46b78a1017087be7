import { paidTo, payBy } from '../describe.ts';
import type { Seconds } from '../facts.ts';
import type { PlannedMail } from './billing-mail.ts';
import type { BillingRecord, History } from './billing-record.ts';

const DAY = 86_400;

interface Step {
  readonly step: 'first' | 'middle' | 'last';
  readonly from: Seconds;
  readonly until: Seconds;
}

/** Three reminders of a failed payment: at the failure, in the middle of the grace and on its last day. */
export function failureMails(record: BillingRecord): PlannedMail[] {
  return record.histories.flatMap((history) => mailsOf(record, history));
}

function mailsOf({ facts, policy }: BillingRecord, { newest }: History): PlannedMail[] {
  const from = paidTo(facts, newest);
  const to = payBy(facts, newest, policy);
  // Who cancelled need not pay any more.
  if (from === null || to === null || newest.endsAt !== null) return [];
  const { id, tier } = newest;
  return stepsOf(from, to).map(({ step, ...due }) => ({
    kind: 'failed' as const,
    subject: `${id}/${step}`,
    date: to,
    ...due,
    words: { tier, payBy: to, step },
  }));
}

/** Steps of a short grace that would follow each other within a day are left out. */
function stepsOf(from: Seconds, to: Seconds): Step[] {
  const last = to - DAY;
  const middle = from + Math.floor((to - from) / 2);
  if (to <= from) return [];
  if (last <= from) return [{ step: 'last', from, until: to }];
  const final = { step: 'last' as const, from: last, until: to };
  if (last - middle < DAY) return [{ step: 'first', from, until: last }, final];
  return [{ step: 'first', from, until: middle }, { step: 'middle', from: middle, until: last }, final];
}
