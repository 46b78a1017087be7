/** What people are notified about, by inbox and by mail. Mails about security are not among them. */
export const NOTICE_KINDS = [
  'welcome',
  'course-published',
  'comment-reply',
  'comment-hidden',
  'exam-marked',
  'exam-regraded',
  'exam-corrected',
  'exam-late',
  'tier-changed',
  'certificate-issued',
  'certificate-ends',
  'new-user',
  'contact-message',
  'payment-alarm',
  'billing-request',
  'export-finished',
  'support-session',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What only administrators are notified of, and only where they may administer. */
export const FOR_ADMINISTRATORS: readonly NoticeKind[] = [
  'new-user',
  'contact-message',
  'payment-alarm',
  'billing-request',
  'export-finished',
];

/** Whether the inbox shows it whatever a person chose. Its mail is one about security, sent by what did it. */
export function isAlwaysSent(kind: NoticeKind): boolean {
  return kind === 'support-session';
}

/** The kinds of which a person can choose how to be notified. */
export function noticeKindsOf(isAdmin: boolean): readonly NoticeKind[] {
  return NOTICE_KINDS.filter(
    (kind) => !isAlwaysSent(kind) && (isAdmin || !FOR_ADMINISTRATORS.includes(kind)),
  );
}

/**
 * What could happen again to the same thing, and is reported once: that it was reported stays as long as the thing. Everything else
 * happens once, so that nobody needs to know of it when the last notification of it is gone.
 */
export const TOLD_ONCE: readonly NoticeKind[] = [
  'welcome',
  'new-user',
  'course-published',
  'certificate-issued',
  'certificate-ends',
  'payment-alarm',
];
