import { z } from 'zod';
import { INVITATION_STATES, INVITE_OUTCOMES } from '#domain/accounts/invitation';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { email, newPasswordForm, profileForm, signInAnswer } from '../accounts/accounts.ts';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, publicProcedure } from '../procedure.ts';

/** People in one list. */
const MAX = 1000;

const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  tier: z.enum(TIERS),
  role: z.enum(ROLES),
  state: z.enum(INVITATION_STATES),
  /** Null when that account is gone. */
  invitedBy: z.string().nullable(),
  createdAt: isoTime,
  /** When the mail that counts was sent. */
  sentAt: isoTime,
  expiresAt: isoTime,
});
export type Invitation = z.infer<typeof invitation>;

/** Someone to invite. */
export const inviteForm = z.object({ email, tier: z.enum(TIERS), role: z.enum(ROLES) });
export type Invitee = z.infer<typeof inviteForm>;

const line = z.object({
  /** In the list as it was given; the first is 1. */
  line: z.int(),
  /** As it stands there. */
  email: z.string(),
  tier: z.enum(TIERS).nullable(),
  role: z.enum(ROLES).nullable(),
  outcome: z.enum(INVITE_OUTCOMES),
});
export type InviteLine = z.infer<typeof line>;

export const acceptForm = newPasswordForm.safeExtend({ name: profileForm.shape.name });

const byId = z.object({ id: z.uuid() });
const byToken = z.object({ token: z.string().min(1).max(500) });

export const invitations = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({ method: 'GET', path: '/admin/invitations', summary: 'List invitations, newest first' })
    .input(
      z.object({
        state: z.enum(INVITATION_STATES).optional(),
        q: z.string().trim().max(200).default(''),
        /** Where the page before ended. */
        after: cursor,
      }),
    )
    .output(z.object({ items: z.array(invitation), next: z.string().nullable() })),
  check: adminProcedure
    .meta({ scope: 'admin:members:read', limitPerMinute: 30 })
    .route({
      method: 'POST',
      path: '/admin/invitations/check',
      summary: 'Preview invitations from a CSV list (email, tier, role); invites nobody',
    })
    .input(z.object({ csv: z.string().min(1).max(200_000), tier: z.enum(TIERS).default('free') }))
    .output(
      z.object({
        lines: z.array(line),
        ok: z.int(),
        /** Columns of the first line that are not used. */
        unknownColumns: z.array(z.string()),
      }),
    ),
  invite: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 30 })
    .route({ method: 'POST', path: '/admin/invitations', summary: 'Invite people by email' })
    .errors(failures('PROOF_REQUIRED'))
    .input(z.object({ people: z.array(inviteForm).min(1).max(MAX) }))
    .output(z.object({ lines: z.array(line), ok: z.int() })),
  resend: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 30 })
    .route({
      method: 'POST',
      path: '/admin/invitations/{id}/resend',
      summary: 'Resend an invitation with a new link that works for 14 more days',
    })
    .errors(failures('INVITATION_NOT_FOUND', 'INVITATION_ENDED', 'PROOF_REQUIRED'))
    .input(byId)
    .output(invitation),
  withdraw: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({ method: 'DELETE', path: '/admin/invitations/{id}', summary: 'Withdraw an invitation' })
    .errors(failures('INVITATION_NOT_FOUND', 'INVITATION_ENDED'))
    .input(byId)
    .output(invitation),
  open: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/invitations/open', summary: 'Get who an invitation link is for' })
    .errors(failures('LINK_EXPIRED'))
    .input(byToken)
    .output(z.object({ email: z.string() })),
  accept: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/invitations/accept',
      summary: 'Accept an invitation: create the account with a name and password, and log in',
    })
    .errors(failures('LINK_EXPIRED', 'ACCOUNT_EXISTS', 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_WEAK'))
    .input(acceptForm.safeExtend(byToken.shape))
    .output(signInAnswer),
};
