/** What is deleted after a while, besides what other rules delete. */
export const RETAINED = ['signIns', 'audit', 'emails', 'notifications', 'revisions', 'examFiles'] as const;
export type Retained = (typeof RETAINED)[number];

/** Kept until the school or the person is deleted. */
export const FOREVER = 0;

/** For how many days each may be kept; the first is what applies until a school chooses. */
export const RETENTION_DAYS = {
  // Long enough to look into an account that was taken over; the shortest period still covers that.
  signIns: [365, 180, 730, 1095, FOREVER],
  // Shows who did what in disputes about money and results, which laws let begin after up to ten years.
  audit: [FOREVER, 365, 730, 1095, 2190, 3650],
  emails: [365, 180, 730, 1095, FOREVER],
  notifications: [730, 180, 365, 1095, FOREVER],
  // The newest ones stay whatever their age: somebody may want to go back.
  revisions: [730, 180, 365, 1095, FOREVER],
  // Answers of learners: only the school knows how long a result can be appealed.
  examFiles: [FOREVER, 365, 730, 1095, 1825, 3650],
} as const satisfies Record<Retained, readonly number[]>;

/** So many of the newest revisions of a page, and of a question of a bank, stay however old they are. */
export const KEPT_REVISIONS = 50;
/** What a school promised or demanded on these pages can be evidence: each of their revisions stays. */
export const EVIDENT_PAGES = ['terms', 'privacy'] as const;

/** Everything older than this is deleted; null: nothing is. */
export function retentionBorder(now: Date, days: number): Date | null {
  return days === FOREVER ? null : new Date(now.getTime() - days * 86_400_000);
}
