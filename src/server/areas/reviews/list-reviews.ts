import type { OwnReview, Review } from '#contract/courses/reviews';
import { canReadReviews } from '#domain/access/reviews/can-read-reviews';
import { canReview } from '#domain/access/reviews/can-review';
import { RATINGS } from '#domain/reviews/limits';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { authorise } from '#server/authorise';
import { fromCursor } from '#server/cursor';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { showOwnReview, showReview } from './show-review.ts';
import {
  cursorOf,
  type ReviewedCourse,
  selectOwnReview,
  selectReviewedCourse,
  selectReviews,
} from './sql.ts';

const PAGE_SIZE = 10;

interface Page {
  readonly items: Review[];
  readonly next: string | null;
  readonly stars: number[] | null;
  readonly own: OwnReview | null;
  readonly writing: 'open' | 'section-required' | 'closed';
}

/**
 * The reviews of a course, newest first, for everyone who finds its page. Fails with COURSE_NOT_FOUND, and with
 * REVIEWS_OFF where the school takes none, and with BAD_INPUT when the cursor is none of ours.
 */
export async function listReviews(
  { db, settings }: Services,
  { viewer }: Caller,
  { after, courseId }: { courseId: string; after?: string | undefined },
): Promise<Page> {
  // Before anything is asked, so that no query goes on beside the refusal.
  const end = after === undefined ? null : fromCursor(after);
  if (!(await settings.current()).publishing.reviews) throw new Failure('REVIEWS_OFF');
  const userId = viewer.kind === 'member' ? viewer.userId : null;
  const course = await selectReviewedCourse(db.kysely, courseId, userId, {
    withRatings: after === undefined,
  });
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  authorise(canReadReviews(viewer, factsOf(course)));
  const [rows, own] = await Promise.all([
    selectReviews(db.kysely, { courseId, after: end, limit: PAGE_SIZE + 1 }),
    userId === null ? undefined : selectOwnReview(db.kysely, { courseId, authorId: userId }),
  ]);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    items: shown.map(showReview),
    next: last ? cursorOf(last) : null,
    stars: after === undefined ? RATINGS.map((rating) => course.ratings?.[rating] ?? 0) : null,
    own: own && !own.removed_at ? showOwnReview(own) : null,
    writing: own?.removed_at ? 'closed' : writingOf(viewer, course),
  };
}

function writingOf(viewer: Caller['viewer'], course: ReviewedCourse): Page['writing'] {
  const part = { hasEnrolled: course.has_enrolled, sectionsDone: course.sections_done };
  const decision = canReview(viewer, factsOf(course), part);
  if (decision.allowed) return 'open';
  return decision.reason === 'section-required' ? 'section-required' : 'closed';
}
