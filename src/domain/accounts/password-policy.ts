/** How strong new passwords have to be, weakest first (spec section 9). */
export const PASSWORD_POLICIES = ['low', 'medium', 'high'] as const;
export type PasswordPolicy = (typeof PASSWORD_POLICIES)[number];

/** Characters that a password needs, until an administrator chooses a policy. */
export const SHORTEST_PASSWORD = 6;
const SHORTEST: Readonly<Record<PasswordPolicy, number>> = { low: 8, medium: 8, high: 12 };

/** Whether a new password fulfils the policy; null is a school that has chosen none. */
export function meetsPolicy(policy: PasswordPolicy | null, password: string): boolean {
  const length = [...password].length;
  if (policy === null) return length >= SHORTEST_PASSWORD;
  if (length < SHORTEST[policy]) return false;
  const has = (pattern: RegExp) => pattern.test(password);
  if (policy === 'low') return true;
  if (policy === 'medium') return has(/\p{L}/u) && has(/\p{N}/u);
  return has(/\p{Ll}/u) && has(/\p{Lu}/u) && has(/\p{N}/u) && has(/[^\p{L}\p{N}\s]/u);
}
