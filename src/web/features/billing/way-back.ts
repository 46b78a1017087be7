import { ownPath } from '#domain/accounts/own-path';

const KEY = 'lectern.billing.from';
const PROFILE = '/profile?tab=subscription';

/** Leaves for a page of the payment provider; `from` is where one is led afterwards. */
export function leaveForProvider(url: string, from: string): void {
  try {
    sessionStorage.setItem(KEY, from);
  } catch {
    // A browser that keeps nothing leads back to the profile.
  }
  window.location.assign(url);
}

/** The page that one left for the provider from, once. */
export function wayBack(): string {
  try {
    const from = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return from ? ownPath(from) : PROFILE;
  } catch {
    return PROFILE;
  }
}
