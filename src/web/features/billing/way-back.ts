import { SUBSCRIPTION_PATH } from '#domain/accounts/profile-paths';
import { drop, keep, nameFor, readKept } from '#web/lib/saving/kept.ts';

const KEPT = nameFor('way-back', null, 'billing');
export const PROFILE = SUBSCRIPTION_PATH;

/** Leaves for a page of the payment provider; `from` is where one is led afterwards. */
export function leaveForProvider(url: string, from: string): void {
  keep(KEPT, JSON.stringify(from));
  window.location.assign(url);
}

/** Whether one comes back to the own subscription from a page of the provider; once. */
export function comesBack(): boolean {
  return comesBackTo(PROFILE);
}

/** The same, to the page that one left for the provider. */
export function comesBackTo(page: string): boolean {
  if (readKept(KEPT) !== page) return false;
  drop(KEPT);
  return true;
}
