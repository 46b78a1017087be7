import { meetsPolicy, type PasswordPolicy } from '#domain/accounts/password-policy';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { isKnownPassword } from './is-known-password.ts';

const RULES: Readonly<Record<PasswordPolicy, string>> = {
  low: 'Password must be at least 8 characters',
  medium: 'Password must be at least 8 characters, with letters and numbers',
  high: 'Password must be at least 12 characters, with uppercase and lowercase letters, numbers, and symbols',
};

/**
 * Throws PASSWORD_TOO_WEAK for a new password that does not fulfil the policy of the school, and PASSWORD_TOO_COMMON
 * for one that everybody tries first, also with digits or signs at its end or in place of letters, or that is the person's own name or address.
 */
export async function refuseWeakPassword(
  { settings }: Pick<Services, 'settings'>,
  password: string,
  person: { readonly name: string; readonly email: string },
): Promise<void> {
  const policy = (await settings.current()).security?.passwordPolicy ?? null;
  if (policy !== null && !meetsPolicy(policy, password))
    throw new Failure('PASSWORD_TOO_WEAK', { fields: { password: RULES[policy] } });
  const given = password.toLowerCase();
  const own = [person.email, person.email.split('@')[0], person.name, person.name.replace(/\s+/g, '')].map(
    (word) => word?.toLowerCase(),
  );
  const isCommon = await isKnownPassword(password);
  if (!isCommon && !own.includes(given) && new Set(given).size > 1) return;
  throw new Failure('PASSWORD_TOO_COMMON', {
    fields: { password: m.faults_this_password_is_too_easy_to_guess() },
  });
}
