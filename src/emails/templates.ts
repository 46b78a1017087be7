import { SUPPORT_MINUTES } from '#domain/access/people/can-support';
import { INVITATION_DAYS } from '#domain/accounts/invitation';
import { m } from '../messages/messages.js';
import { BILLING_TEMPLATES } from './billing-templates.ts';
import type { MailContent } from './mail-content.ts';
import type { MailProps, MailTemplate } from './mail-props.ts';
import { alarmLine, digestLines, exportLine } from './notice-line.ts';
import { oneLine } from './one-line.ts';
import { systemAlert } from './system-alert.ts';
import { type TierNames, tierWord } from './tier-word.ts';

type Write<Template extends MailTemplate> = (
  props: MailProps[Template],
  school: string,
  names: TierNames,
) => MailContent;

const toMember = (name: string, school: string) => ({
  greeting: m.emails_greeting({ name }),
  footer: m.emails_footer({ school }),
});
/** With the way to the security tab, and what to do if it was someone else. */
const aboutSecurity = (name: string, school: string, link: string) => ({
  ...toMember(name, school),
  button: { label: m.emails_two_factor_button(), link },
  note: m.emails_two_factor_note(),
});

/** What was declared stands in it word for word: the mail is the proof of its receipt. */
const declaration = ({ kind, link, name, statement }: MailProps['declaration-received'], school: string) => ({
  ...toMember(name, school),
  subject: kind === 'withdrawal' ? m.emails_declaration_withdrawal() : m.emails_declaration_cancellation(),
  quote: statement,
  button: { label: m.emails_declaration_button(), link },
});

export const TEMPLATES: { readonly [Template in MailTemplate]: Write<Template> } = {
  ...BILLING_TEMPLATES,
  'test-mail': ({ link, site }, school) => ({
    subject: m.emails_test_subject({ school }),
    paragraphs: [m.emails_test_body({ site })],
    button: { label: m.emails_test_button(), link },
    footer: m.emails_footer_administrator({ school }),
  }),
  'confirm-email': ({ name, link }, school) => ({
    ...toMember(name, school),
    subject: m.emails_confirm_email_subject(),
    paragraphs: [m.emails_confirm_email_body({ school })],
    button: { label: m.emails_confirm_email_button(), link },
    note: m.emails_confirm_email_note(),
  }),
  'already-registered': ({ name, link, resetLink }, school) => ({
    ...toMember(name, school),
    subject: m.emails_already_registered_subject(),
    paragraphs: [m.emails_already_registered_body({ school })],
    button: { label: m.emails_already_registered_button(), link },
    items: [{ text: m.emails_reset_password_button(), link: resetLink }],
  }),
  'reset-password': ({ name, link }, school) => ({
    ...toMember(name, school),
    subject: m.emails_reset_password_subject(),
    paragraphs: [m.emails_reset_password_body({ school })],
    button: { label: m.emails_reset_password_button(), link },
    note: m.emails_reset_password_note(),
  }),
  'password-changed': ({ name, link }, school) => ({
    ...toMember(name, school),
    subject: m.emails_password_changed_subject(),
    paragraphs: [m.emails_password_changed_body({ school })],
    button: { label: m.emails_password_changed_button(), link },
    note: m.emails_password_changed_note(),
  }),
  'two-factor-enabled': ({ name, link }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_two_factor_enabled_subject(),
    paragraphs: [m.emails_two_factor_enabled_body({ school })],
  }),
  'two-factor-disabled': ({ name, link }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_two_factor_disabled_subject(),
    paragraphs: [m.emails_two_factor_disabled_body({ school })],
  }),
  'sign-in-linked': ({ link, name, service }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_sign_in_linked_subject({ service }),
    paragraphs: [m.emails_sign_in_linked_body({ school, service })],
    note: m.emails_sign_in_linked_note(),
  }),
  'sign-in-unlinked': ({ link, name, service }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_sign_in_unlinked_subject({ service }),
    paragraphs: [m.emails_sign_in_unlinked_body({ school, service })],
  }),
  'two-factor-reset': ({ link, name }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_two_factor_reset_subject(),
    paragraphs: [m.emails_two_factor_reset_body({ school })],
    note: m.emails_two_factor_reset_note(),
  }),
  'second-factor-locked': ({ link, name }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_second_factor_locked_subject(),
    paragraphs: [m.emails_second_factor_locked_body({ school })],
    note: m.emails_second_factor_locked_note(),
  }),
  'passkey-added': ({ link, name, passkey }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_passkey_added_subject(),
    paragraphs: [m.emails_passkey_added_body({ passkey, school })],
    note: m.emails_passkey_added_note(),
  }),
  'passkey-removed': ({ link, name, passkey }, school) => ({
    ...aboutSecurity(name, school, link),
    subject: m.emails_passkey_removed_subject(),
    paragraphs: [m.emails_passkey_removed_body({ passkey, school })],
  }),
  'new-device': ({ address, device, link, name, time }, school) => ({
    ...toMember(name, school),
    subject: m.emails_new_device_subject(),
    paragraphs: [
      m.emails_new_device_body({ school }),
      m.emails_new_device_details({ device, time, address }),
      m.emails_new_device_unknown(),
    ],
    button: { label: m.emails_new_device_button(), link },
    note: m.emails_new_device_note(),
  }),
  'sign-in-code': ({ code, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_sign_in_code_subject(),
    paragraphs: [m.emails_sign_in_code_body({ school })],
    code,
    note: m.emails_code_note(),
    button: { label: m.emails_code_button(), link, isAside: true },
  }),
  'proof-code': ({ code, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_proof_code_subject(),
    paragraphs: [m.emails_proof_code_body({ school })],
    code,
    note: m.emails_code_note(),
    button: { label: m.emails_code_button(), link, isAside: true },
  }),
  'address-confirm': ({ link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_address_confirm_subject(),
    paragraphs: [m.emails_address_confirm_body({ school })],
    button: { label: m.emails_address_confirm_button(), link },
    note: m.emails_address_confirm_note(),
  }),
  'address-taken': ({ link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_address_taken_subject(),
    paragraphs: [m.emails_address_taken_body({ school })],
    button: { label: m.emails_address_taken_button(), link },
  }),
  'address-asked': ({ address, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_address_asked_subject(),
    paragraphs: [m.emails_address_asked_body({ address, school }), m.emails_address_asked_unknown()],
    button: { label: m.emails_address_undo_button(), link },
    note: m.emails_address_asked_note(),
  }),
  'address-changed': ({ address, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_address_changed_subject(),
    paragraphs: [m.emails_address_changed_body({ address, school }), m.emails_address_changed_unknown()],
    button: { label: m.emails_address_undo_button(), link },
    note: m.emails_address_changed_note(),
  }),
  'address-restored': ({ isKept, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_address_restored_subject(),
    paragraphs: [m.emails_address_restored_body({ school }), ...(isKept ? [m.emails_address_kept()] : [])],
    button: { label: m.emails_reset_password_button(), link },
    note: m.emails_address_restored_note(),
  }),
  'deletion-requested': ({ day, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_deletion_requested_subject({ day }),
    paragraphs: [
      m.emails_deletion_requested_body({ day, school }),
      m.emails_deletion_requested_how(),
      m.emails_deletion_requested_remains(),
    ],
    button: { label: m.emails_deletion_requested_button(), link },
    note: m.emails_deletion_requested_note(),
  }),
  'account-kept': ({ link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_account_kept_subject(),
    paragraphs: [m.emails_account_kept_body({ school })],
    button: { label: m.emails_account_kept_button(), link },
    note: m.emails_two_factor_note(),
  }),
  'key-created': ({ key, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_key_created_subject(),
    paragraphs: [m.emails_key_created_body({ key, school }), m.emails_key_created_unknown()],
    button: { label: m.emails_key_created_button(), link },
  }),
  'key-revoked': ({ key, link, name }, school) => ({
    ...toMember(name, school),
    subject: m.emails_key_revoked_subject(),
    paragraphs: [m.emails_key_revoked_body({ key, school }), m.emails_key_revoked_how()],
    button: { label: m.emails_key_created_button(), link },
  }),
  invitation: ({ inviter, link }, school) => ({
    subject: m.emails_invitation_subject({ inviter: oneLine(inviter), school }),
    paragraphs: [m.emails_invitation_body({ inviter, school }), m.emails_invitation_how()],
    button: { label: m.emails_invitation_button(), link },
    note: m.emails_invitation_note({ days: INVITATION_DAYS }),
    footer: m.emails_footer_invited({ inviter, school }),
  }),
  'team-invitation': ({ inviter, link, team }, school) => ({
    subject: m.emails_team_invitation_subject({ inviter: oneLine(inviter), school }),
    paragraphs: [m.emails_team_invitation_body({ inviter, school, team }), m.emails_team_invitation_how()],
    button: { label: m.emails_team_invitation_button(), link },
    note: m.emails_team_invitation_note({ days: INVITATION_DAYS }),
    footer: m.emails_footer_invited({ inviter, school }),
  }),
  'bank-order': ({ account, amount, bank, bankCode, holder, link, name, note, plan, reference }, school) => ({
    ...toMember(name, school),
    subject: m.emails_bank_order_subject({ plan }),
    paragraphs: [
      m.emails_bank_order_body({ amount, plan }),
      ...(note ? [note] : []),
      m.emails_bank_order_start(),
    ],
    quote: [
      m.emails_bank_order_reference({ reference }),
      m.emails_bank_order_holder({ holder }),
      m.emails_bank_order_account({ account }),
      ...(bankCode ? [m.emails_bank_order_code({ code: bankCode })] : []),
      ...(bank ? [m.emails_bank_order_bank({ bank })] : []),
    ].join('\n'),
    button: { label: m.emails_bank_order_button(), link },
  }),
  'support-session': ({ admin, link, mode, name, reason }, school) => ({
    ...toMember(name, school),
    subject: m.emails_support_subject(),
    paragraphs: [
      m.emails_support_body({ admin, school, minutes: SUPPORT_MINUTES }),
      mode === 'change' ? m.emails_support_change() : m.emails_support_look(),
      m.emails_support_reason(),
    ],
    quote: reason,
    button: { label: m.emails_new_device_button(), link },
    note: m.emails_support_note(),
  }),
  'declaration-received': (props, school) => ({
    ...declaration(props, school),
    paragraphs: [m.emails_declaration_body({ school }), m.emails_declaration_anonymous()],
    note: m.emails_declaration_unknown(),
  }),
  'declaration-confirmed': (props, school) => ({
    ...declaration(props, school),
    paragraphs: [m.emails_declaration_body({ school })],
  }),
  'billing-request': ({ kind, link, sender, email, unsubscribe }, school) => ({
    unsubscribe,
    subject:
      kind === 'withdrawal'
        ? m.emails_line_withdrawal({ sender: oneLine(sender) })
        : m.emails_line_cancellation({ sender: oneLine(sender) }),
    paragraphs: [m.emails_billing_request_body({ sender, email })],
    button: { label: m.emails_billing_request_button(), link },
    footer: m.emails_footer_administrator({ school }),
  }),
  'export-finished': ({ name, link, state, unsubscribe }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: exportLine(state),
    paragraphs: [state === 'ready' ? m.emails_export_ready_body() : m.emails_export_failed_body()],
    button: { label: m.emails_export_button(), link },
  }),
  'contact-message': ({ sender, email, message, unsubscribe }, school) => ({
    unsubscribe,
    subject: m.emails_contact_message_subject({ sender: oneLine(sender) }),
    paragraphs: [m.emails_contact_message_body({ sender, email })],
    quote: message,
    button: {
      label: m.emails_contact_message_button(),
      link: `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
    },
    footer: m.emails_footer_administrator({ school }),
  }),
  welcome: ({ name, link, unsubscribe }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_welcome_subject({ school }),
    paragraphs: [m.emails_welcome_body({ school })],
    button: { label: m.emails_welcome_button(), link },
  }),
  'course-published': ({ name, link, unsubscribe, title, description }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_course_published_subject({ title: oneLine(title) }),
    paragraphs: [m.emails_course_published_body({ title }), description],
    button: { label: m.emails_course_published_button(), link },
  }),
  'comment-reply': ({ name, link, unsubscribe, author, title, text }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_comment_reply_subject({ author: oneLine(author) }),
    paragraphs: [m.emails_comment_reply_body({ author, title })],
    quote: text,
    button: { label: m.emails_comment_reply_button(), link },
  }),
  'comment-hidden': ({ name, link, unsubscribe, title }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_comment_hidden_subject(),
    paragraphs: [m.emails_comment_hidden_body({ title })],
    button: { label: m.emails_comment_hidden_button(), link },
  }),
  'exam-marked': ({ name, link, unsubscribe, title, course }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_exam_marked_subject({ title: oneLine(title) }),
    paragraphs: [m.emails_exam_marked_body({ title, course })],
    button: { label: m.emails_exam_marked_button(), link },
  }),
  'exam-regraded': (props, school, names) => ({
    ...TEMPLATES['exam-marked'](props, school, names),
    subject: m.emails_exam_regraded_subject({ title: oneLine(props.title) }),
    paragraphs: [m.emails_exam_regraded_body(props), m.emails_exam_regraded_keeps()],
  }),
  'exam-corrected': (props, school, names) => ({
    ...TEMPLATES['exam-regraded'](props, school, names),
    paragraphs: [m.emails_exam_corrected_body(props), m.emails_exam_regraded_keeps()],
  }),
  'exam-late': (props, school, names) => ({
    ...TEMPLATES['exam-marked'](props, school, names),
    subject: m.emails_exam_late_subject({ title: oneLine(props.title) }),
    paragraphs: [m.emails_exam_late_body(props)],
  }),
  'tier-changed': ({ name, link, unsubscribe, tier }, school, names) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_tier_changed_subject({ tier: oneLine(tierWord(tier, names)) }),
    paragraphs: [m.emails_tier_changed_body({ tier: tierWord(tier, names), school })],
    button: { label: m.emails_tier_changed_button(), link },
  }),
  'certificate-issued': ({ name, link, unsubscribe, title }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_certificate_issued_subject({ title: oneLine(title) }),
    paragraphs: [m.emails_certificate_issued_body({ title, school })],
    button: { label: m.emails_certificate_issued_button(), link },
  }),
  'certificate-ends': ({ name, link, unsubscribe, title, day }, school) => ({
    ...toMember(name, school),
    unsubscribe,
    subject: m.emails_certificate_ends_subject({ day, title: oneLine(title) }),
    paragraphs: [m.emails_certificate_ends_body({ day, title, school }), m.emails_certificate_ends_how()],
    button: { label: m.emails_certificate_ends_button(), link },
  }),
  'certificate-revoked': ({ name, link, title, reason }, school) => ({
    ...toMember(name, school),
    subject: m.emails_certificate_revoked_subject({ title: oneLine(title) }),
    paragraphs: [m.emails_certificate_revoked_body({ title, school })],
    quote: reason,
    button: { label: m.emails_certificate_revoked_button(), link },
    note: m.emails_certificate_revoked_note(),
  }),
  'payment-alarm': ({ cause, link, subject, unsubscribe }, school) => ({
    unsubscribe,
    subject: m.emails_payment_alarm_subject({ school }),
    paragraphs: [alarmLine(cause, subject), m.emails_payment_alarm_how()],
    button: { label: m.emails_payment_alarm_button(), link },
    footer: m.emails_footer_administrator({ school }),
  }),
  'system-alert': systemAlert,
  'new-user': ({ link, unsubscribe, person }, school) => ({
    unsubscribe,
    subject: m.emails_new_user_subject({ person: oneLine(person) }),
    paragraphs: [m.emails_new_user_body({ person, school })],
    button: { label: m.emails_new_user_button(), link },
    footer: m.emails_footer_administrator({ school }),
  }),
  announcement: ({ html, link, name, subject, text, unsubscribe }, school) => ({
    unsubscribe,
    subject: oneLine(subject),
    greeting: m.emails_greeting({ name }),
    paragraphs: [],
    body: { html, text },
    button: { label: m.emails_announcement_button({ school }), link },
    footer: m.emails_footer_marketing({ school }),
  }),
  digest: (props, school, names) => ({
    ...toMember(props.name, school),
    unsubscribe: props.unsubscribe,
    subject: m.emails_digest_subject({ school }),
    paragraphs: [m.emails_digest_body()],
    items: digestLines(props, names),
    button: { label: m.emails_digest_button(), link: props.link },
  }),
};
