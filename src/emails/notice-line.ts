import { ALARM_CAUSES, type AlarmCause } from '#domain/billing/alarms';
import type { NoticeKind } from '#domain/notifications/kinds';
import { m } from '../messages/messages.js';
import { cleanNames } from './clean-names.ts';
import type { MailProps } from './mail-props.ts';
import { type TierNames, tierWord } from './tier-word.ts';

type Props = Readonly<Record<string, string>>;

const ALARMS: { readonly [Cause in AlarmCause]: (props: { subject: string }) => string } = {
  dispute: m.notices_line_payment_dispute,
  unpaid: m.notices_line_payment_unpaid,
  parked: m.notices_line_payment_parked,
  'unknown-price': m.notices_line_payment_unknown_price,
  drift: m.notices_line_payment_drift,
};

const LINES: { readonly [Kind in NoticeKind]: (props: Props, names: TierNames) => string } = {
  welcome: () => m.emails_line_welcome(),
  'course-published': ({ title = '' }) => m.emails_line_course_published({ title }),
  'comment-reply': ({ author = '', title = '' }) => m.emails_line_comment_reply({ author, title }),
  'comment-hidden': ({ title = '' }) => m.emails_line_comment_hidden({ title }),
  'exam-marked': ({ title = '' }) => m.emails_line_exam_marked({ title }),
  'exam-regraded': ({ title = '' }) => m.emails_line_exam_regraded({ title }),
  'exam-corrected': ({ title = '' }) => m.emails_line_exam_regraded({ title }),
  'exam-late': ({ title = '' }) => m.emails_line_exam_late({ title }),
  'tier-changed': ({ tier = '' }, names) => m.emails_line_tier_changed({ tier: tierWord(tier, names) }),
  'certificate-issued': ({ title = '' }) => m.emails_line_certificate_issued({ title }),
  'certificate-ends': ({ day = '', title = '' }) => m.emails_line_certificate_ends({ day, title }),
  'new-user': ({ person = '' }) => m.emails_line_new_user({ person }),
  'support-session': ({ admin = '', reason = '' }) => m.emails_line_support_session({ admin, reason }),
  'payment-alarm': ({ cause = '', subject = '' }) => alarmLine(cause, subject),
  'billing-request': ({ kind = '', sender = '' }) =>
    kind === 'withdrawal' ? m.emails_line_withdrawal({ sender }) : m.emails_line_cancellation({ sender }),
  'export-finished': ({ state = '' }) => exportLine(state),
  'contact-message': ({ sender = '' }) => m.emails_line_contact_message({ sender }),
};

/** How an export ended, in one line. */
export function exportLine(state: string): string {
  return state === 'ready' ? m.emails_line_export_ready() : m.emails_line_export_failed();
}

/** What is wrong with payments, in one line. */
export function alarmLine(cause: string, subject: string): string {
  const known = ALARM_CAUSES.find((one) => one === cause) ?? 'parked';
  return ALARMS[known]({ subject });
}

/** What happened, in one line. */
export function noticeLine(kind: NoticeKind, props: Props, names: TierNames): string {
  return LINES[kind](cleanNames(kind, props, ''), names);
}

/** What a daily email names, each a line with its link, and how many others there are. */
export function digestLines(
  { items, link, more = 0 }: MailProps['digest'],
  names: TierNames,
): { text: string; link: string }[] {
  const lines = items.map((item) => ({ text: noticeLine(item.kind, item.props, names), link: item.link }));
  return more > 0 ? [...lines, { text: m.emails_digest_more({ count: more }), link }] : lines;
}
