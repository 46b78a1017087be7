import type { Transaction } from 'kysely';
import type { OwnReview } from '#contract/courses/reviews';
import { canEditReview } from '#domain/access/reviews/can-edit-review';
import { canReview } from '#domain/access/reviews/can-review';
import type { Rating } from '#domain/reviews/limits';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { showOwnReview } from './show-review.ts';
import { type ReviewRow, selectOwnReview, selectReviewedCourse } from './sql.ts';

interface Input {
  readonly courseId: string;
  readonly rating: Rating;
  /** Trimmed already; may be empty. */
  readonly body: string;
  /** Of the review that is changed; 0 for the first one. */
  readonly version: number;
}

/**
 * Writes the caller's only review of a course, or changes it. Fails with COURSE_NOT_FOUND, TIER_REQUIRED,
 * SECTION_REQUIRED, REVIEW_HIDDEN, REVIEWS_OFF, and with VERSION_CONFLICT when it changed meanwhile.
 */
export async function saveReview(
  { clock, db, settings }: Services,
  caller: Caller,
  input: Input,
): Promise<OwnReview> {
  const { userId } = signedIn(caller);
  if (!(await settings.current()).publishing.reviews) throw new Failure('REVIEWS_OFF');
  return db.transaction(async (trx) => {
    const course = await selectReviewedCourse(trx, input.courseId, userId);
    if (!course) throw new Failure('COURSE_NOT_FOUND');
    const part = { hasEnrolled: course.has_enrolled, sectionsDone: course.sections_done };
    authorise(canReview(caller.viewer, factsOf(course), part));
    const own = { authorId: userId, courseId: course.id };
    const before = await selectOwnReview(trx, own, true);
    if (before)
      authorise(canEditReview(caller.viewer, { authorId: userId, isHidden: before.hidden_at !== null }));
    if (before && isSame(before, input)) return showOwnReview(before);
    if ((before?.version ?? 0) !== input.version) throw outdated(before);
    const wasWritten = before
      ? await change(trx, before, input, clock.now())
      : await insert(trx, { ...own, ...input }, clock.now());
    const after = await selectOwnReview(trx, own);
    if (!after || !wasWritten) throw outdated(after);
    await recordAudit(trx, caller, {
      action: before ? 'review.edit' : 'review.add',
      entity: 'review',
      entityId: after.id,
      before: before ? { rating: before.rating } : null,
      after: { courseId: course.id, rating: input.rating },
    });
    await touchContent(trx);
    return showOwnReview(after);
  });
}

function isSame(before: ReviewRow, { body, rating }: Input): boolean {
  return before.body === body && before.rating === rating;
}

function outdated(current: ReviewRow | undefined): Failure {
  return new Failure('VERSION_CONFLICT', { data: { current: current ? showOwnReview(current) : null } });
}

async function change(trx: Transaction<DB>, before: ReviewRow, { body, rating }: Input, now: Date) {
  const { numUpdatedRows } = await trx
    .updateTable('course_reviews')
    .set({ body, rating, edited_at: now, version: before.version + 1 })
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Answers false when the same person wrote one from another device at the same moment. */
async function insert(trx: Transaction<DB>, review: Input & { readonly authorId: string }, now: Date) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('course_reviews')
    .values({
      course_id: review.courseId,
      author_id: review.authorId,
      rating: review.rating,
      body: review.body,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
