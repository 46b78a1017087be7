/** How long a preview link works where nothing else is chosen, and at most, in days. */
export const PREVIEW_DAYS = 7;
export const MAX_PREVIEW_DAYS = 90;
