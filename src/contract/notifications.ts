import { z } from 'zod';
import { NOTICE_KINDS } from '#domain/notifications/kinds';
import { cursor, isoTime } from './paging.ts';
import { failures, memberProcedure, publicProcedure } from './procedure.ts';

const kind = z.enum(NOTICE_KINDS);

const notification = z.object({
  id: z.uuid(),
  kind,
  /** Words to show: the title of a course, the name of a person, a tier. */
  props: z.record(z.string(), z.string()),
  /** Path on this site. */
  link: z.string(),
  createdAt: isoTime,
  readAt: isoTime.nullable(),
});
export type Notification = z.infer<typeof notification>;

const kindChoice = z.object({ kind, inApp: z.boolean(), email: z.boolean() });

const preferences = z.object({
  kinds: z.array(kindChoice),
  /** One mail a day instead of single ones. */
  digest: z.boolean(),
  categories: z.array(z.object({ id: z.uuid(), name: z.string(), followed: z.boolean() })),
});
export type Preferences = z.infer<typeof preferences>;

/** What is not named stays as it is. */
export const preferenceChanges = z.object({
  kinds: z.array(kindChoice.partial().required({ kind: true })).max(NOTICE_KINDS.length),
  digest: z.boolean().optional(),
});
export type PreferenceChanges = z.infer<typeof preferenceChanges>;

export const notifications = {
  list: memberProcedure
    .meta({ scope: 'notifications:read' })
    .route({ method: 'GET', path: '/notifications', summary: 'List your notifications, newest first' })
    .input(z.object({ after: cursor }))
    .output(
      z.object({
        items: z.array(notification),
        next: z.string().nullable(),
        /** Where this page begins; null when it is empty. */
        newest: z.string().nullable(),
      }),
    ),
  unread: memberProcedure
    .meta({ scope: 'notifications:read' })
    .route({
      method: 'GET',
      path: '/notifications/unread',
      summary: 'Count your unread notifications, up to 100',
    })
    .output(z.object({ count: z.int() })),
  markRead: memberProcedure
    .meta({ scope: 'notifications:write' })
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark some or all notifications as read' })
    /** `until`: only the newest of a page that was read and what came before it. */
    .input(z.object({ ids: z.array(z.uuid()).max(100).optional(), until: cursor }))
    .output(z.object({ count: z.int() })),
  preferences: memberProcedure
    .meta({ scope: 'notifications:read' })
    .route({
      method: 'GET',
      path: '/notifications/preferences',
      summary: 'Get your notification preferences',
    })
    .output(preferences),
  savePreferences: memberProcedure
    .meta({ scope: 'notifications:write', support: 'change' })
    .route({
      method: 'PUT',
      path: '/notifications/preferences',
      summary: 'Update your notification preferences',
    })
    .input(preferenceChanges)
    .output(preferences),
  follow: memberProcedure
    .meta({ scope: 'notifications:write', support: 'change', limitPerMinute: 30 })
    .route({
      method: 'PUT',
      path: '/notifications/categories/{id}',
      summary: 'Follow or unfollow a category',
    })
    .errors(failures('CATEGORY_NOT_FOUND'))
    .input(z.object({ id: z.uuid(), followed: z.boolean() }))
    .output(z.object({ id: z.uuid(), followed: z.boolean() })),
  unsubscribe: publicProcedure
    // A mail provider calls for many people from one network.
    .meta({ scope: 'session-only', limitPerMinute: 300 })
    .route({
      method: 'POST',
      path: '/notifications/unsubscribe',
      summary: 'Unsubscribe from emails with the link in one',
    })
    .errors(failures('LINK_EXPIRED'))
    .input(z.object({ token: z.string().min(1).max(200) }))
    .output(z.object({ kind: kind.nullable() })),
};
