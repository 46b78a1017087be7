export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];
/** Most characters of a review. */
export const REVIEW_MAX = 2000;
/** Most characters of the reason for which a review is hidden or deleted. */
export const REVIEW_REASON_MAX = 500;
