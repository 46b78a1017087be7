import { z } from 'zod';
import { USER_SORTS, USER_STATES } from '#domain/accounts/user-list';
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

const filters = z.object({
  /** Part of a name or address; with one or two characters, their beginning. */
  q: z.string().trim().max(200).default(''),
  tier: z.enum(TIERS).optional(),
  role: z.enum(ROLES).optional(),
  sort: z.enum(USER_SORTS).default('newest'),
});
export type UserFilters = z.infer<typeof filters>;

const userPage = z.object({
  items: z.array(userRow),
  /** The page before this one begins before here; null on the first page. */
  previous: z.string().nullable(),
  /** Continue here; null on the last page. */
  next: z.string().nullable(),
  /** How many match in all: counted, estimated, or at least so many. */
  count: z.object({ value: z.int(), precision: z.enum(['exact', 'about', 'at-least']) }),
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
  waysIn: signInWays.extend({ passkeys: z.array(passkey) }),
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
});
export type UserDetail = z.infer<typeof userDetail>;

const byId = z.object({ id: z.uuid() });

export const users = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({ method: 'GET', path: '/admin/users', summary: 'Accounts, newest first' })
    .input(
      filters.extend({
        /** Where the page before ended, or where the page after begins; neither: the first page. */
        after: cursor,
        before: cursor,
        page: z.enum(['first', 'last']).default('first'),
      }),
    )
    .output(userPage),
  export: adminProcedure
    .meta({ scope: 'admin:members:read', limitPerMinute: 20 })
    .route({ method: 'GET', path: '/admin/users.csv', summary: 'All accounts that match, as a CSV file' })
    .input(filters)
    .output(sentFile),
  setTier: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({ method: 'PUT', path: '/admin/users/{id}/tier', summary: 'Set the subscription tier of a user' })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId.extend({ tier: z.enum(TIERS) }))
    .output(userRow),
  grantAdmin: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/admin',
      summary: 'Make a user with a confirmed address an administrator',
    })
    .errors(failures('USER_NOT_FOUND', 'EMAIL_NOT_VERIFIED', 'PROOF_REQUIRED'))
    .input(byId)
    .output(userRow),
  revokeAdmin: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}/admin', summary: 'Make an administrator a user' })
    .errors(failures('USER_NOT_FOUND', 'LAST_ADMINISTRATOR'))
    .input(byId)
    .output(userRow),
  get: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/users/{id}',
      summary: 'One account with its sessions, ways to sign in, API keys, comments and mails',
    })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId)
    .output(userDetail),
  disable: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/disabled',
      summary: 'Close an account; its sessions end',
    })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'))
    .input(byId)
    .output(userRow),
  enable: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}/disabled', summary: 'Open a disabled account again' })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId)
    .output(userRow),
  endSessions: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}/sessions', summary: 'Sign a user out everywhere' })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId)
    .output(z.object({ ended: z.int() })),
  resetSecondFactor: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/second-factor',
      summary: 'Turn off the second factor of somebody who lost it; their sessions end',
    })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'TWO_FACTOR_OFF', 'PROOF_REQUIRED'))
    .input(byId)
    .output(z.object({ ended: z.int() })),
  revokeKey: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/keys/{keyId}',
      summary: 'End an API key of a user; they are told by mail',
    })
    .errors(failures('USER_NOT_FOUND', 'KEY_NOT_FOUND'))
    .input(byId.extend({ keyId: z.uuid() }))
    .output(z.object({ done: z.literal(true) })),
  resendConfirmation: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'POST',
      path: '/admin/users/{id}/confirmation',
      summary: 'Send the confirmation mail again',
    })
    .errors(failures('USER_NOT_FOUND', 'ALREADY_CONFIRMED'))
    .input(byId)
    .output(z.object({ done: z.literal(true) })),
  remove: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/admin/users/{id}', summary: 'Delete an account' })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'))
    .input(byId)
    .output(byId),
};
