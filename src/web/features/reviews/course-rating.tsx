import type { OpenCourse } from '#contract/courses/course-shapes';
import { m } from '#web/lib/messages.ts';
import { formatRating } from './format-rating.ts';
import classes from './reviews.module.css';
import { Stars } from './stars.tsx';

/** What the reviews of a course come to, in one line that leads to them. */
export function CourseRating({ rating }: { rating: NonNullable<OpenCourse['rating']> }) {
  return (
    <a href="#reviews" className={classes.line}>
      <Stars rating={rating.average} />
      <span aria-hidden="true">{formatRating(rating.average)}</span>
      <span>({m.reviews_count({ count: rating.count })})</span>
    </a>
  );
}
