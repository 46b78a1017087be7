import { z } from 'zod';
import { USER_SORTS, USER_STATES } from '#domain/accounts/user-list';
import { SUPPRESSION_REASONS } from '#domain/mail/mail-reports';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { keyRow } from '../accounts/keys.ts';
import { passkey } from '../accounts/passkeys.ts';
import { signInWays } from '../accounts/sign-ins.ts';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, sentFile } from '../procedure.ts';

/** One account in the list of users. */
const userRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  subscriptionTier: z.enum(TIERS),
  role: z.enum(ROLES),
  state: z.enum(USER_STATES),
  createdAt: isoTime,
});
export type UserRow = z.infer<typeof userRow>;

export const userFilters = z.object({
  /** Part of a name or address; with one or two characters, their beginning. */
  q: z.string().trim().max(200).default(''),
  tier: z.enum(TIERS).optional(),
  role: z.enum(ROLES).optional(),
  sort: z.enum(USER_SORTS).default('newest'),
});
export type UserFilters = z.infer<typeof userFilters>;

const userPage = z.object({
  items: z.array(userRow),
  /** The page before this one begins before here; null on the first page. */
  previous: z.string().nullable(),
  /** Continue here; null on the last page. */
  next: z.string().nullable(),
  /** How many match in all: counted, estimated, or at least so many. */
  count: z.object({ value: z.int(), precision: z.enum(['exact', 'at-least']) }),
});
export type UserPage = z.infer<typeof userPage>;

/** Everything that administrators may know about one account. */
const userDetail = userRow.extend({
  twoFactorEnabled: z.boolean(),
  disabledAt: isoTime.nullable(),
  /** When it is erased, because its owner asked for it. */
  erasesAt: isoTime.nullable(),
  /** Sessions that still count, last used first. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string(),
      ipAddress: z.string().nullable(),
      createdAt: isoTime,
      lastUsedAt: isoTime,
    }),
  ),
  /** What the account signs in with; never a secret. */
  signInMethods: signInWays.extend({ passkeys: z.array(passkey) }),
  /** API keys, newest first. */
  keys: z.array(keyRow),
  comments: z.object({
    count: z.int(),
    /** The newest ones. */
    latest: z.array(
      z.object({
        id: z.uuid(),
        content: z.string(),
        hidden: z.boolean(),
        createdAt: isoTime,
        /** What it is about. */
        course: z.object({ title: z.string(), slug: z.string() }),
      }),
    ),
  }),
  /** Courses that are studied, last used first. */
  courses: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      slug: z.string(),
      enrolledAt: isoTime,
      leftAt: isoTime.nullable(),
      completedAt: isoTime.nullable(),
    }),
  ),
  /** The newest mails to the address of now. */
  mails: z.array(
    z.object({
      id: z.uuid(),
      template: z.string(),
      state: z.enum(['waiting', 'sent', 'failed']),
      createdAt: isoTime,
      sentAt: isoTime.nullable(),
      /** Why it could not be delivered. */
      error: z.string().nullable(),
    }),
  ),
  /** Why the address gets only mails about the account; null: it gets all. */
  suppressed: z.enum(SUPPRESSION_REASONS).nullable(),
});
export type UserDetail = z.infer<typeof userDetail>;

const byId = z.object({ id: z.uuid() });

export const users = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({ method: 'GET', path: '/admin/users', summary: 'List users, newest first' })
    .input(
      userFilters.extend({
        /** Where the page before ended, or where the page after begins; neither: the first page. */
        after: cursor,
        before: cursor,
        page: z.enum(['first', 'last']).default('first'),
      }),
    )
    .output(userPage),
  export: adminProcedure
    .meta({ scope: 'admin:members:read', limitPerMinute: 20 })
    .route({ method: 'GET', path: '/admin/users.csv', summary: 'Export all matching users as CSV' })
    .input(userFilters)
    .output(sentFile),
  setTier: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({ method: 'PUT', path: '/admin/users/{id}/tier', summary: "Set a user's subscription tier" })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId.extend({ tier: z.enum(TIERS) }))
    .output(userRow),
  grantAdmin: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/admin',
      summary: 'Grant admin access to a user with a confirmed email address',
    })
    .errors(failures('USER_NOT_FOUND', 'EMAIL_NOT_VERIFIED', 'PROOF_REQUIRED'))
    .input(byId)
    .output(userRow),
  revokeAdmin: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}/admin', summary: 'Revoke admin access from a user' })
    .errors(failures('USER_NOT_FOUND', 'LAST_ADMINISTRATOR'))
    .input(byId)
    .output(userRow),
  get: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/users/{id}',
      summary: 'Get a user with their sessions, sign-in methods, API keys, comments, and emails',
    })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId)
    .output(userDetail),
  disable: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/disabled',
      summary: "Disable a user's account; ends their sessions",
    })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'))
    .input(byId)
    .output(userRow),
  enable: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}/disabled', summary: 'Enable a disabled account' })
    .errors(failures('USER_NOT_FOUND', 'DELETION_PENDING'))
    .input(byId)
    .output(userRow),
  endSessions: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}/sessions', summary: 'Log a user out everywhere' })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId)
    .output(z.object({ ended: z.int() })),
  resetSecondFactor: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/second-factor',
      summary:
        'Turn off two-factor authentication for a user who lost their second factor; ends their sessions',
    })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'TWO_FACTOR_OFF', 'PROOF_REQUIRED'))
    .input(byId)
    .output(z.object({ ended: z.int() })),
  revokeKey: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/keys/{keyId}',
      summary: "Revoke a user's API key; they are notified by email",
    })
    .errors(failures('USER_NOT_FOUND', 'KEY_NOT_FOUND'))
    .input(byId.extend({ keyId: z.uuid() }))
    .output(z.object({ done: z.literal(true) })),
  resendConfirmation: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'POST',
      path: '/admin/users/{id}/confirmation',
      summary: 'Resend the confirmation email',
    })
    .errors(failures('USER_NOT_FOUND', 'ALREADY_CONFIRMED'))
    .input(byId)
    .output(z.object({ done: z.literal(true) })),
  remove: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}', summary: "Delete a user's account" })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'))
    .input(byId)
    /** `waits`: it is closed, and is deleted once the payment provider confirms that nothing more is charged. */
    .output(byId.extend({ waits: z.boolean() })),
};
