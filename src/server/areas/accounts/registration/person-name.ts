import { profileForm } from '#contract/accounts/accounts';
import { cleanName, nameFault } from '#domain/accounts/display-name';
import { cut } from '#domain/cut';

/**
 * A name that may stand in an account: what the service gives, cleaned, else the first part of the address. Nobody is
 * refused for a name that another service gave them. `school` is the name of the site.
 */
export function personName(given: string | null, address: string, school: string): string {
  const candidates = [given ?? '', address.split('@')[0] ?? ''].map((name) =>
    cleanName(cut(cleanName(name), 100)),
  );
  return (
    candidates.find((name) => profileForm.safeParse({ name }).success && nameFault(name, school) === null) ??
    'Member'
  );
}
