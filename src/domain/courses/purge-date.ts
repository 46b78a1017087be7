/** Days for which what was deleted can be restored. */
export const TRASH_DAYS = 30;
/** The kinds of things that wait in the trash. */
export const TRASH_KINDS = ['courses', 'posts', 'pages', 'sections', 'banks', 'questions'] as const;
/** How many things of each kind the trash lists. */
export const TRASH_SHOWN = 200;
const DAY_MS = 24 * 3600 * 1000;

/** When something that was deleted at an instant is gone for good. */
export function purgeDate(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + TRASH_DAYS * DAY_MS);
}

/** Whatever was deleted up to this instant is to go now. */
export function purgedBefore(now: Date): Date {
  return new Date(now.getTime() - TRASH_DAYS * DAY_MS);
}
