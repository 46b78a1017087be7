/** How many orders or teams an administrator is shown at once; more are found by searching. */
export const MAX_LISTED = 200;
