/** What a certificate is worth at an instant. */
export const CERTIFICATE_STATES = ['valid', 'expired', 'revoked', 'renewed', 'reissued'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

export interface CertificateFacts {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Why another one took its place: its holder renewed it, or has another name now. */
  readonly replacedFor: 'renewal' | 'name' | null;
}

/** Revoked stays revoked, whatever else happened; one that was reissued under another name counts no more. */
export function certificateState(
  { expiresAt, replacedFor, revokedAt }: CertificateFacts,
  now: Date,
): CertificateState {
  if (revokedAt !== null) return 'revoked';
  if (replacedFor === 'name') return 'reissued';
  if (replacedFor === 'renewal') return 'renewed';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

/** How long before its end a certificate can be renewed. */
export const RENEWAL_DAYS = 60;
const DAY_MS = 24 * 3600 * 1000;

/** Whether its holder may renew it now: near its end, or after it; never one that was revoked or replaced. */
export function isRenewable(facts: CertificateFacts, now: Date): boolean {
  const { expiresAt } = facts;
  if (expiresAt === null || !['valid', 'expired'].includes(certificateState(facts, now))) return false;
  return expiresAt.getTime() - now.getTime() <= RENEWAL_DAYS * DAY_MS;
}
