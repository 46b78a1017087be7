import { NOTICE_KINDS } from '#domain/notifications/kinds';
import type { MailTemplate } from './mail-props.ts';

/** In what order waiting mails leave: the lowest number first. */
export const MAIL_PRIORITY = { urgent: 0, account: 1, notice: 2, bulk: 3 } as const;

/** Somebody sits and waits for these. Pairs that must not be told apart by their delay are both here. */
const URGENT: readonly MailTemplate[] = [
  'address-confirm',
  'address-taken',
  'already-registered',
  'confirm-email',
  'proof-code',
  'reset-password',
  'sign-in-code',
  'test-mail',
];
/** One event makes thousands of these. */
const BULK: readonly MailTemplate[] = ['announcement', 'course-published', 'digest'];
/** Notices that are about somebody's money or rights. */
const ACCOUNT_NOTICES: readonly MailTemplate[] = [
  'billing-request',
  'payment-alarm',
  'support-session',
  'tier-changed',
];

/** The priority of a mail by its template; mails about an account, its security, and payments are `account`. */
export function mailPriority(template: MailTemplate): number {
  if (URGENT.includes(template)) return MAIL_PRIORITY.urgent;
  if (BULK.includes(template)) return MAIL_PRIORITY.bulk;
  if (ACCOUNT_NOTICES.includes(template)) return MAIL_PRIORITY.account;
  return NOTICE_KINDS.some((kind) => kind === template) ? MAIL_PRIORITY.notice : MAIL_PRIORITY.account;
}
