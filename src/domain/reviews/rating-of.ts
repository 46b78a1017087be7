/** What the reviews of a course come to. */
export interface CourseRating {
  readonly count: number;
  /** From 1 to 5, to one decimal. */
  readonly average: number;
}

/** The average of the stars that were given; null where nobody gave any. */
export function ratingOf({ count, stars }: { count: number; stars: number }): CourseRating | null {
  return count === 0 ? null : { count, average: Math.round((stars / count) * 10) / 10 };
}
