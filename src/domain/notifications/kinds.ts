/** What people are told about, each by inbox and by mail as they wish. Mails about security are not among them. */
export const NOTICE_KINDS = [
  'welcome',
  'course-published',
  'comment-reply',
  'comment-hidden',
  'exam-marked',
  'tier-changed',
  'certificate-issued',
  'new-user',
  'contact-message',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const FOR_ADMINISTRATORS: readonly NoticeKind[] = ['new-user', 'contact-message'];

/** The kinds that a person can be told about. */
export function noticeKindsOf(isAdmin: boolean): readonly NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => isAdmin || !FOR_ADMINISTRATORS.includes(kind));
}
