import { ownPath } from '#domain/accounts/own-path';
import { drop, keep, nameFor, readKept } from '#web/lib/saving/kept.ts';

const KEPT = nameFor('way-back', null, 'billing');
const PROFILE = '/profile?tab=subscription';

/** Leaves for a page of the payment provider; `from` is where one is led afterwards. */
export function leaveForProvider(url: string, from: string): void {
  keep(KEPT, JSON.stringify(from));
  window.location.assign(url);
}

/** The page that one left for the provider from, once; the profile where nothing was kept. */
export function wayBack(): string {
  const from = readKept(KEPT);
  drop(KEPT);
  return typeof from === 'string' ? ownPath(from) : PROFILE;
}
