import type { MailSwitches } from './mail-switches.ts';

/** Longest subject and text of an announcement, in characters. */
export const MAX_SUBJECT = 150;
export const MAX_ANNOUNCEMENT = 10_000;

/** Whether marketing emails go out: the master switch and their own must both be on (spec sections 3 and 9). */
export function marketingAllowed({ marketing, master }: Pick<MailSwitches, 'marketing' | 'master'>): boolean {
  return master && marketing;
}
