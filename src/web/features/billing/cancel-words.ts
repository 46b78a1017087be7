import type { Billed } from '#contract/billing';
import type { Team } from '#contract/teams';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { hasPassed } from './has-passed.ts';

/** Until when a member who cancels now keeps the plan. */
export function cancelWords(
  { subscription, until }: Pick<Billed, 'subscription' | 'until'>,
  tier: string,
): string {
  const { at = until, ifPaid = null } = subscription?.accessEnds ?? {};
  const date = at ? formatDate(at) : '–';
  if (!at || !ifPaid) return m.billing_cancel_text({ tier, date });
  const words = { tier, date, end: formatDate(ifPaid) };
  return hasPassed(at) ? m.billing_cancel_text_ended(words) : m.billing_cancel_text_unpaid(words);
}

/** The same of the seats of a team. */
export function teamCancelWords({ subscription, until }: Pick<Team, 'subscription' | 'until'>): string {
  const { at, ifPaid } = subscription?.accessEnds ?? {};
  if (!at || !ifPaid) return m.teams_cancel_text({ date: until ? formatDate(until) : '–' });
  const words = { date: formatDate(at), end: formatDate(ifPaid) };
  return hasPassed(at) ? m.teams_cancel_text_ended(words) : m.teams_cancel_text_unpaid(words);
}
