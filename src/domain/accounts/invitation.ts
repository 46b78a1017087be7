/** How long the link of an invitation works, in days. */
export const INVITATION_DAYS = 14;

export const INVITATION_STATES = ['open', 'expired', 'accepted', 'withdrawn'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** What becomes of a line of a list of people to invite; only `ok` is invited. */
export const INVITE_OUTCOMES = [
  'ok',
  'unreadable',
  'bad-address',
  'bad-tier',
  'bad-role',
  'repeated',
  'has-account',
  'already-invited',
] as const;
export type InviteOutcome = (typeof INVITE_OUTCOMES)[number];

interface Dates {
  readonly acceptedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly expiresAt: Date;
}

/** What an invitation is at this moment. */
export function invitationState({ acceptedAt, expiresAt, withdrawnAt }: Dates, now: Date): InvitationState {
  if (acceptedAt) return 'accepted';
  if (withdrawnAt) return 'withdrawn';
  return expiresAt <= now ? 'expired' : 'open';
}
