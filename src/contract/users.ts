import { z } from 'zod';
import { USER_SORTS, USER_STATES } from '#domain/accounts/user-list';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { isoTime } from './paging.ts';
import { adminProcedure, failures } from './procedure.ts';

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

const byId = z.object({ id: z.uuid() });
const cursor = z.string().max(1000).optional();

export const users = {
  list: adminProcedure
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
  setTier: adminProcedure
    .route({ method: 'PUT', path: '/admin/users/{id}/tier', summary: 'Set the subscription tier of a user' })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId.extend({ tier: z.enum(TIERS) }))
    .output(userRow),
  grantAdmin: adminProcedure
    .route({ method: 'PUT', path: '/admin/users/{id}/admin', summary: 'Make a user an administrator' })
    .errors(failures('USER_NOT_FOUND'))
    .input(byId)
    .output(userRow),
  revokeAdmin: adminProcedure
    .route({ method: 'DELETE', path: '/admin/users/{id}/admin', summary: 'Make an administrator a user' })
    .errors(failures('USER_NOT_FOUND', 'LAST_ADMINISTRATOR'))
    .input(byId)
    .output(userRow),
};
