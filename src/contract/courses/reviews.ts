import { z } from 'zod';
import { RATINGS, REVIEW_MAX, REVIEW_REASON_MAX } from '#domain/reviews/limits';
import { m } from '../../messages/messages.js';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

const rating = z.literal(RATINGS, says(m.faults_choose_1_to_5_stars));

export const reviewForm = z.object({
  rating,
  body: z.string().trim().max(REVIEW_MAX, atMostCharacters(REVIEW_MAX)).default(''),
});

/** A review that is shown to everyone who finds the course. */
const review = z.object({
  id: z.uuid(),
  rating,
  /** Plain text; may be empty. */
  body: z.string(),
  /** Null when the account is gone. */
  author: z.object({ name: z.string(), avatar: z.string().nullable() }).nullable(),
  createdAt: isoTime,
  editedAt: isoTime.nullable(),
});
export type Review = z.infer<typeof review>;

/** The caller's own review, which they see while it is hidden, too. */
export const ownReview = review.omit({ author: true }).extend({
  version: z.int(),
  hidden: z.object({ reason: z.string().nullable() }).nullable(),
});
export type OwnReview = z.infer<typeof ownReview>;

/** A review among all of them, for administrators. */
const listedReview = review.extend({
  course: z.object({ slug: z.string(), title: z.string() }),
  hidden: z.object({ reason: z.string().nullable() }).nullable(),
  /** Its author deleted it while it was hidden, and can't write another one until it is deleted here, too. */
  isRemoved: z.boolean(),
});
export type ListedReview = z.infer<typeof listedReview>;

const byId = z.object({ id: z.uuid() });
const withReason = byId.extend({
  reason: z
    .string()
    .trim()
    .min(1, says(m.faults_enter_a_reason))
    .max(REVIEW_REASON_MAX, atMostCharacters(REVIEW_REASON_MAX)),
});
const ofCourse = z.object({ courseId: z.uuid() });

export const reviews = {
  list: publicProcedure
    .meta({ scope: 'content:read' })
    .route({
      method: 'GET',
      path: '/reviews/{courseId}',
      summary: 'List the reviews of a course, newest first',
    })
    .errors(failures('COURSE_NOT_FOUND', 'REVIEWS_OFF'))
    .input(ofCourse.extend({ after: cursor }))
    .output(
      z.object({
        items: z.array(review),
        next: z.string().nullable(),
        /** How many reviews gave one star, two, and so on up to five; with the first page only. */
        stars: z.array(z.int()).length(RATINGS.length).nullable(),
        own: ownReview.nullable(),
        /** Whether the caller may review the course, or would after completing a section. */
        writing: z.enum(['open', 'section-required', 'closed']),
      }),
    ),
  save: memberProcedure
    .meta({ scope: 'comments:write', limitPerMinute: 10 })
    .route({ method: 'PUT', path: '/reviews/{courseId}', summary: 'Review a course, or change your review' })
    .errors({
      ...failures('TIER_REQUIRED', 'SECTION_REQUIRED', 'COURSE_NOT_FOUND', 'REVIEW_HIDDEN', 'REVIEWS_OFF'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: ownReview.nullable() }) },
    })
    /** `version`: of the review that is changed; 0 for the first one. */
    .input(ofCourse.extend({ ...reviewForm.shape, version: z.int().min(0) }))
    .output(ownReview),
  remove: memberProcedure
    .meta({ scope: 'comments:write', limitPerMinute: 30 })
    .route({
      method: 'DELETE',
      path: '/review/{id}',
      summary: "Delete your review; if it is hidden, you can't write another one",
    })
    .errors(failures('AUTHOR_REQUIRED', 'REVIEW_NOT_FOUND'))
    .input(byId)
    .output(byId),
  all: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({ method: 'GET', path: '/admin/reviews', summary: 'List all reviews, newest first' })
    .input(
      z.object({
        /** Part of the text, of the title of the course, or of the author's name or address. */
        q: z.string().trim().max(200).default(''),
        state: z.enum(['shown', 'hidden']).optional(),
        after: cursor,
      }),
    )
    .output(z.object({ items: z.array(listedReview), next: z.string().nullable() })),
  hide: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({
      method: 'POST',
      path: '/admin/review/{id}/hide',
      summary: 'Hide a review; it no longer counts, and its author sees the reason',
    })
    .errors(failures('REVIEW_NOT_FOUND'))
    .input(withReason)
    .output(byId),
  unhide: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({ method: 'POST', path: '/admin/review/{id}/unhide', summary: 'Unhide a review' })
    .errors(failures('REVIEW_NOT_FOUND'))
    .input(byId)
    .output(byId),
  takeDown: adminProcedure
    .meta({ scope: 'admin:moderation' })
    .route({
      method: 'POST',
      path: '/admin/review/{id}/take-down',
      summary: 'Delete a review of somebody else; the audit log keeps the reason',
    })
    .errors(failures('REVIEW_NOT_FOUND'))
    .input(withReason)
    .output(byId),
};
