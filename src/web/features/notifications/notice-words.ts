import type { Notification } from '#contract/notifications';
import { ALARM_CAUSES, type AlarmCause } from '#domain/billing/alarms';
import { TIERS, type Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';

type Kind = Notification['kind'];
type Props = Notification['props'];

const ALARMS: { readonly [Cause in AlarmCause]: (props: { subject: string }) => string } = {
  dispute: m.notices_line_payment_dispute,
  unpaid: m.notices_line_payment_unpaid,
  parked: m.notices_line_payment_parked,
  'unknown-price': m.notices_line_payment_unknown_price,
  drift: m.notices_line_payment_drift,
};

const LINES: { readonly [One in Kind]: (props: Props, tierName: (tier: Tier) => string) => string } = {
  welcome: () => m.notices_line_welcome(),
  'course-published': ({ title = '' }) => m.notices_line_course_published({ title }),
  'comment-reply': ({ author = '', title = '' }) => m.notices_line_comment_reply({ author, title }),
  'comment-hidden': ({ title = '' }) => m.notices_line_comment_hidden({ title }),
  'exam-marked': ({ title = '' }) => m.notices_line_exam_marked({ title }),
  'exam-regraded': ({ after = '', title = '' }) => m.notices_line_exam_regraded({ after, title }),
  'exam-corrected': ({ after = '', reason = '', title = '' }) =>
    m.notices_line_exam_corrected({ after, reason, title }),
  'exam-late': ({ accepted = '', count = '', reason = '', title = '' }) =>
    m.notices_line_exam_late({ accepted, count, reason, title }),
  'tier-changed': ({ tier = '' }, tierName) =>
    m.notices_line_tier_changed({ tier: isTier(tier) ? tierName(tier) : tier }),
  'certificate-issued': ({ title = '' }) => m.notices_line_certificate_issued({ title }),
  'certificate-ends': ({ day = '', title = '' }) => m.notices_line_certificate_ends({ day, title }),
  'new-user': ({ person = '' }) => m.notices_line_new_user({ person }),
  'support-session': ({ admin = '', mode = '', reason = '' }) =>
    mode === 'change'
      ? m.notices_line_support_change({ admin, reason })
      : m.notices_line_support_look({ admin, reason }),
  'payment-alarm': ({ cause = '', subject = '' }) =>
    ALARMS[ALARM_CAUSES.find((one) => one === cause) ?? 'parked']({ subject }),
  'billing-request': ({ kind = '', sender = '' }) =>
    kind === 'withdrawal' ? m.notices_line_withdrawal({ sender }) : m.notices_line_cancellation({ sender }),
  'export-finished': ({ state = '' }) =>
    state === 'ready' ? m.notices_line_export_ready() : m.notices_line_export_failed(),
  'contact-message': ({ sender = '' }) => m.notices_line_contact_message({ sender }),
};

const KINDS: { readonly [One in Kind]: () => string } = {
  welcome: m.notices_kind_welcome,
  'course-published': m.notices_kind_course_published,
  'comment-reply': m.notices_kind_comment_reply,
  'comment-hidden': m.notices_kind_comment_hidden,
  'exam-marked': m.notices_kind_exam_marked,
  'exam-regraded': m.notices_kind_exam_regraded,
  'exam-corrected': m.notices_kind_exam_corrected,
  'exam-late': m.notices_kind_exam_late,
  'tier-changed': m.notices_kind_tier_changed,
  'certificate-issued': m.notices_kind_certificate_issued,
  'certificate-ends': m.notices_kind_certificate_ends,
  'new-user': m.notices_kind_new_user,
  'support-session': m.notices_kind_support_session,
  'payment-alarm': m.notices_kind_payment_alarm,
  'billing-request': m.notices_kind_billing_request,
  'export-finished': m.notices_kind_export_finished,
  'contact-message': m.notices_kind_contact_message,
};

/** What happened, in one line; `tierName` is what members know a tier by. */
export function noticeLine(
  { kind, props }: Pick<Notification, 'kind' | 'props'>,
  tierName: (tier: Tier) => string,
): string {
  return LINES[kind](props, tierName);
}

/** What a kind is called where one chooses. */
export function kindWord(kind: Kind): string {
  return KINDS[kind]();
}

function isTier(word: string): word is Tier {
  return (TIERS as readonly string[]).includes(word);
}
