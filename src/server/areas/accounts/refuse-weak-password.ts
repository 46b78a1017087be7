import { readFileSync } from 'node:fs';
import { Failure } from '#server/failure';

let common: Set<string> | undefined;

/** Throws PASSWORD_TOO_COMMON for a password that everybody tries first, or that is the person's own name or address. */
export function refuseWeakPassword(
  password: string,
  person: { readonly name: string; readonly email: string },
): void {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  const given = password.toLowerCase();
  const own = [person.email, person.email.split('@')[0], person.name, person.name.replace(/\s+/g, '')].map(
    (word) => word?.toLowerCase(),
  );
  if (!common.has(given) && !own.includes(given) && new Set(given).size > 1) return;
  throw new Failure('PASSWORD_TOO_COMMON', {
    fields: { password: 'This password is too easy to guess. Choose another one.' },
  });
}
