import { z } from 'zod';
import { COMMENT_MAX, REPORT_MAX } from '#domain/comments/limits';
import { m } from '../../messages/messages.js';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, dailyLimit, failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

export const commentText = z
  .string()
  .trim()
  .min(1, says(m.faults_empty_or_whitespace_only_text_cannot_be))
  .max(COMMENT_MAX, atMostCharacters(COMMENT_MAX));
export const commentForm = z.object({ content: commentText });
export const reportForm = z.object({
  reason: z
    .string()
    .trim()
    .min(1, says(m.faults_tell_us_whats_wrong_with_it))
    .max(REPORT_MAX, atMostCharacters(REPORT_MAX)),
});

const words = z.object({
  /** As it was written, in Markdown. */
  content: z.string(),
  /** The same as sanitised HTML. */
  html: z.string(),
});

/** A comment as the caller may see it: who may not read the words of a hidden one is not sent them. */
export const comment = words.extend({
  id: z.uuid(),
  /** The comment it answers; null for one that begins a conversation. */
  parentId: z.uuid().nullable(),
  state: z.enum(['active', 'hidden', 'removed']),
  /** 'Hidden comment' for a hidden one (spec section 4). */
  title: z.string().nullable(),
  /** What a hidden comment said; for administrators only. */
  original: words.nullable(),
  /** Null when the account is gone, and for a removed comment. */
  author: z.object({ name: z.string(), avatar: z.string().nullable() }).nullable(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
  createdAt: isoTime,
  editedAt: isoTime.nullable(),
  version: z.int(),
});
export type Comment = z.infer<typeof comment>;

/** A comment with the first of its replies; `moreReplies` is where the rest of them begins. */
export const conversation = comment.extend({ replies: z.array(comment), moreReplies: z.string().nullable() });
export type Conversation = z.infer<typeof conversation>;

/** A comment that members reported, with all that an administrator decides by. */
export const reportedComment = z.object({
  comment,
  course: z.object({ id: z.uuid(), slug: z.string(), title: z.string(), kind: z.enum(['course', 'post']) }),
  reports: z.int(),
  firstReportedAt: isoTime,
  /** The latest five. */
  reasons: z.array(z.object({ reason: z.string(), reporter: z.string().nullable(), createdAt: isoTime })),
  /** What it said when it was reported and was edited since, the first five of such words, oldest first. */
  former: z.array(z.object({ content: z.string(), reportedAt: isoTime })),
});
export type ReportedComment = z.infer<typeof reportedComment>;

/** A comment among all of them, for administrators: where it is, and how many reports of it are open. */
export const listedComment = reportedComment.pick({ comment: true, course: true, reports: true });
export type ListedComment = z.infer<typeof listedComment>;

export const DECISIONS = ['hide', 'dismiss', 'remove'] as const;
export type CommentDecision = (typeof DECISIONS)[number];

const byId = z.object({ id: z.uuid() });
/** Part of what the comment says, or of the name or address of its author. */
const searched = z.object({ q: z.string().trim().max(200).default(''), after: cursor });
const readable = failures('SIGN_IN_REQUIRED', 'TIER_REQUIRED');

export const comments = {
  list: publicProcedure
    .meta({ scope: 'content:read' })
    .route({
      method: 'GET',
      path: '/comments/{courseId}',
      summary: 'List the comments on a course or post with their replies, oldest first',
    })
    .errors({ ...readable, ...failures('COURSE_NOT_FOUND') })
    .input(z.object({ courseId: z.uuid(), after: cursor }))
    .output(
      z.object({
        items: z.array(conversation),
        next: z.string().nullable(),
        /** Comments and replies together; counted for the first page only. */
        total: z.int().nullable(),
      }),
    ),
  replies: publicProcedure
    .meta({ scope: 'content:read' })
    .route({
      method: 'GET',
      path: '/comment/{id}/replies',
      summary: 'List the replies to a comment, oldest first',
    })
    .errors({ ...readable, ...failures('COMMENT_NOT_FOUND') })
    .input(byId.extend({ after: cursor }))
    .output(z.object({ items: z.array(comment), next: z.string().nullable() })),
  add: memberProcedure
    .meta({ scope: 'comments:write', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/comments/{courseId}',
      summary: 'Add a comment to a course or post, or reply to one',
      successStatus: 201,
    })
    .errors({ ...dailyLimit, ...failures('TIER_REQUIRED', 'COURSE_NOT_FOUND', 'COMMENT_NOT_FOUND') })
    .input(commentForm.extend({ courseId: z.uuid(), parentId: z.uuid().nullable().default(null) }))
    .output(comment),
  edit: memberProcedure
    .meta({ scope: 'comments:write', limitPerMinute: 30 })
    .route({ method: 'PUT', path: '/comment/{id}', summary: 'Edit your comment' })
    .errors({
      ...failures('TIER_REQUIRED', 'AUTHOR_REQUIRED', 'COMMENT_HIDDEN', 'COMMENT_NOT_FOUND'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: comment }) },
    })
    .input(byId.extend({ ...commentForm.shape, version: z.int() }))
    .output(comment),
  remove: memberProcedure
    .meta({ scope: 'comments:write', limitPerMinute: 60 })
    .route({ method: 'DELETE', path: '/comment/{id}', summary: 'Delete a comment; its replies are kept' })
    .errors(failures('AUTHOR_REQUIRED', 'COMMENT_NOT_FOUND'))
    .input(byId)
    .output(byId),
  report: memberProcedure
    .meta({ scope: 'comments:write', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/comment/{id}/reports',
      summary: 'Report a comment to the administrators',
      successStatus: 201,
    })
    .errors(failures('TIER_REQUIRED', 'OWN_COMMENT', 'COMMENT_NOT_FOUND'))
    .input(byId.extend(reportForm.shape))
    .output(z.object({ received: z.literal(true) })),
  hide: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({
      method: 'POST',
      path: '/admin/comment/{id}/hide',
      summary: 'Hide a comment; its text is kept',
    })
    .errors(failures('COMMENT_NOT_FOUND'))
    .input(byId)
    .output(comment),
  unhide: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({ method: 'POST', path: '/admin/comment/{id}/unhide', summary: 'Unhide a comment' })
    .errors(failures('COMMENT_NOT_FOUND'))
    .input(byId)
    .output(comment),
  all: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({
      method: 'GET',
      path: '/admin/comments/all',
      summary: 'List all comments and replies, newest first, without removed ones',
    })
    .input(searched.extend({ state: z.enum(['active', 'hidden']).optional() }))
    .output(z.object({ items: z.array(listedComment), next: z.string().nullable() })),
  reported: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({ method: 'GET', path: '/admin/comments', summary: 'List reported comments, oldest report first' })
    .input(searched)
    .output(
      z.object({ items: z.array(reportedComment), next: z.string().nullable(), total: z.int().nullable() }),
    ),
  decide: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({
      method: 'POST',
      path: '/admin/comments/decisions',
      summary: 'Resolve several reported comments at once',
      successStatus: 201,
    })
    .errors(failures('COMMENT_NOT_FOUND'))
    .input(z.object({ ids: z.array(z.uuid()).min(1).max(100), decision: z.enum(DECISIONS) }))
    .output(z.object({ id: z.uuid(), comments: z.int() })),
  undo: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({
      method: 'POST',
      path: '/admin/comments/decisions/{id}/undo',
      summary: 'Undo a decision within one day',
    })
    .errors(failures('DECISION_NOT_FOUND'))
    .input(byId)
    .output(byId),
};
