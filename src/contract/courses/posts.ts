import { z } from 'zod';
import { pageMeta } from '../page-meta.ts';
import { isoTime, pageNumber, pageOf } from '../paging.ts';
import { adminProcedure, failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { courseForm, startOf } from './course-form.ts';
import { courseState, lockedCourse, namedAuthor, openSection, shareImage, tier } from './course-shapes.ts';
import { draftChanged, type EditCourse, editCourse, publishesDraft } from './courses.ts';

export const FEED_KINDS = ['course', 'post'] as const;

/** Something in the feed: a post or a course that the reader's tier can see. */
export const feedItem = z.object({
  id: z.uuid(),
  kind: z.enum(FEED_KINDS),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  subscriptionLevel: tier,
  thumbnail: z.string(),
  category: z.string().nullable(),
  minutes: z.int(),
  publishedAt: isoTime,
});
export type FeedItem = z.infer<typeof feedItem>;

const openPost = feedItem.omit({ category: true, kind: true }).extend({
  access: z.literal('open'),
  state: courseState,
  shareImage,
  meta: pageMeta,
  authors: z.array(namedAuthor),
  tags: z.array(z.string()),
  categories: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() })),
  updatedAt: isoTime,
  /** Null for what is not published yet. */
  publishedAt: isoTime.nullable(),
  sections: z.array(
    openSection.pick({ id: true, key: true, title: true, html: true, video: true, type: true }),
  ),
});
export type OpenPost = z.infer<typeof openPost>;
/** What is shown of a post above the reader's tier; there is no field that could carry a body. */
const lockedPost = lockedCourse
  .pick({ access: true, reason: true, title: true, level: true, subscriptionLevel: true })
  .extend({ shareImage });
export type LockedPost = z.infer<typeof lockedPost>;
/** The id of a course: it has a page of its own. */
const courseElsewhere = z.object({ access: z.literal('course'), slug: z.string() });

const postRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  subscriptionLevel: tier,
  state: courseState,
  /** When a scheduled one is published. */
  publishAt: isoTime.nullable(),
  publishedAt: isoTime.nullable(),
  /** Whether changes wait to be published. */
  hasDraft: z.boolean(),
  updatedAt: isoTime,
});
export type PostRow = z.infer<typeof postRow>;

/** A post is written like a course. */
export type EditPost = EditCourse;
/** Left out, what search engines and shared links get stays as it is. */
const postForm = courseForm.extend({ meta: pageMeta.optional() });
export type PostForm = z.infer<typeof postForm>;

const byId = z.object({ id: z.uuid() });
const feedAddress = z.object({
  /** Whether there is one; its secret is shown only when it is made. */
  exists: z.boolean(),
  rss: z.string().nullable(),
  atom: z.string().nullable(),
});
export type FeedAddress = z.infer<typeof feedAddress>;

export const posts = {
  list: publicProcedure
    .meta({ scope: 'content:read', cache: 'audience-tier' })
    .route({ method: 'GET', path: '/posts', summary: 'List posts and courses in your tier, newest first' })
    .input(z.object({ kind: z.enum(FEED_KINDS).optional(), page: pageNumber }))
    .output(pageOf(feedItem)),
  get: publicProcedure
    .meta({ scope: 'content:read', media: 'signed' })
    .route({ method: 'GET', path: '/posts/{id}', summary: "Get a post, or the reason it's locked" })
    .errors(failures('POST_NOT_FOUND'))
    .input(byId)
    .output(z.discriminatedUnion('access', [openPost, lockedPost, courseElsewhere])),
  feedAddress: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/feed-address', summary: 'Check whether you have a private feed' })
    .output(feedAddress),
  createFeedAddress: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'POST', path: '/feed-address', summary: 'Create your private feed, or replace it' })
    .errors(failures('PROOF_REQUIRED'))
    .output(feedAddress),
  removeFeedAddress: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'DELETE', path: '/feed-address', summary: 'Revoke your private feed' })
    .output(feedAddress),
  adminList: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/posts', summary: 'List all posts, most recently updated first' })
    .input(
      z.object({
        q: z.string().trim().max(200).default(''),
        subscriptionLevel: tier.optional(),
        state: courseState.optional(),
        page: pageNumber,
      }),
    )
    .output(pageOf(postRow)),
  adminGet: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/posts/{id}', summary: 'Get a post for editing' })
    .errors(failures('POST_NOT_FOUND'))
    .input(byId)
    .output(editCourse),
  create: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'POST', path: '/admin/posts', summary: 'Create a post', successStatus: 201 })
    .errors(failures('SLUG_TAKEN', 'CATEGORY_NOT_FOUND'))
    .input(postForm.extend(startOf))
    .output(editCourse),
  update: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'PUT', path: '/admin/posts/{id}', summary: 'Update a post' })
    .errors({
      ...failures('POST_NOT_FOUND', 'SECTION_NOT_FOUND', 'SLUG_TAKEN', 'CATEGORY_NOT_FOUND'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: editCourse }) },
      ...draftChanged,
    })
    .input(postForm.extend({ id: z.uuid(), version: z.int(), ...publishesDraft }))
    .output(editCourse),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/posts/{id}',
      summary: 'Delete a post and its comments; it can be restored for 30 days',
    })
    .errors(failures('POST_NOT_FOUND'))
    .input(byId)
    .output(byId),
  restore: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/trash/posts/{id}/restore',
      summary: 'Restore a deleted post with its comments',
    })
    .errors(failures('POST_NOT_FOUND'))
    .input(byId)
    .output(z.object({ id: z.uuid(), slug: z.string() })),
};
