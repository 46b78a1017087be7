import { profileForm } from '#contract/accounts';

/** A name that may stand in an account: what the service tells, else the first part of the address. */
export function personName(told: string | null, address: string): string {
  const candidates = [told ?? '', address.split('@')[0] ?? ''].map((name) =>
    name.replace(/\p{C}/gu, '').trim().slice(0, 100).trim(),
  );
  return candidates.find((name) => profileForm.safeParse({ name }).success) ?? 'Member';
}
