import type { InvitationState, InviteOutcome } from '#domain/accounts/invitation';
import type { Role } from '#domain/roles';
import { m } from '#web/lib/messages.ts';

export const STATE_WORDS: Readonly<Record<InvitationState, () => string>> = {
  open: m.invitations_state_open,
  expired: m.invitations_state_expired,
  accepted: m.invitations_state_accepted,
  withdrawn: m.invitations_state_withdrawn,
};

export const OUTCOME_WORDS: Readonly<Record<InviteOutcome, () => string>> = {
  ok: m.invitations_outcome_ok,
  unreadable: m.invitations_outcome_unreadable,
  'bad-address': m.invitations_outcome_bad_address,
  'bad-tier': m.invitations_outcome_bad_tier,
  'bad-role': m.invitations_outcome_bad_role,
  repeated: m.invitations_outcome_repeated,
  'has-account': m.invitations_outcome_has_account,
  'already-invited': m.invitations_outcome_already_invited,
};

export const roleWord = (role: Role) => (role === 'admin' ? m.users_role_admin() : m.users_role_user());

/** How many were invited. */
export const sentWords = (count: number) =>
  count === 1 ? m.invitations_sent_one() : m.invitations_sent_many({ count });

/** The same where no mail server is set: nothing was sent. */
export const madeWords = (count: number) =>
  count === 1 ? m.invitations_made_one() : m.invitations_made_many({ count });
