import { Suspense } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { formatRating } from './format-rating.ts';
import classes from './reviews-part.module.css';
import { Stars } from './stars.tsx';

/** What the reviews of a course come to, in one line that leads to where they load. */
export function CourseRating({ rating }: { rating: NonNullable<OpenCourse['rating']> }) {
  return (
    <a href="#comments" className={classes.line}>
      <Stars rating={rating.average} />
      <span aria-hidden="true">{formatRating(rating.average)}</span>
      <span>({m.reviews_count({ count: rating.count })})</span>
    </a>
  );
}

/** Downloaded when a reader comes near: forms and dialogs belong to it. */
const AllOfThem = latePart(() => import('./course-reviews.tsx'), 'CourseReviews');

/** The reviews of a course, as soon as they are there. */
export function LateReviews({ courseId }: { courseId: string }) {
  return (
    <Suspense>
      <AllOfThem courseId={courseId} />
    </Suspense>
  );
}
