import { m } from '../messages/messages.js';

/** The properties of each mail, by the name that stands in the outbox. Links are absolute addresses of this site. */
export interface MailProps {
  'confirm-email': { name: string; link: string };
  'already-registered': { name: string; link: string; resetLink: string };
  'reset-password': { name: string; link: string };
  'password-changed': { name: string; link: string };
  'two-factor-enabled': { name: string; link: string };
  'two-factor-disabled': { name: string; link: string };
  'contact-message': { sender: string; email: string; message: string };
}
export type MailTemplate = keyof MailProps;

/** What a mail says, before it is set as HTML or plain text. */
export interface MailContent {
  readonly subject: string;
  readonly greeting?: string;
  readonly paragraphs: readonly string[];
  /** Words of somebody else, kept line by line and set apart. */
  readonly quote?: string;
  readonly button: { readonly label: string; readonly link: string };
  readonly note?: string;
  readonly footer: string;
}

type Write<Template extends MailTemplate> = (props: MailProps[Template], school: string) => MailContent;

const toMember = (name: string, school: string) => ({
  greeting: m.emails_greeting({ name }),
  footer: m.emails_footer({ school }),
});

export const TEMPLATES: { readonly [Template in MailTemplate]: Write<Template> } = {
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
    note: m.emails_already_registered_note({ reset: resetLink }),
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
    ...toMember(name, school),
    subject: m.emails_two_factor_enabled_subject(),
    paragraphs: [m.emails_two_factor_enabled_body({ school })],
    button: { label: m.emails_two_factor_button(), link },
    note: m.emails_two_factor_note(),
  }),
  'two-factor-disabled': ({ name, link }, school) => ({
    ...toMember(name, school),
    subject: m.emails_two_factor_disabled_subject(),
    paragraphs: [m.emails_two_factor_disabled_body({ school })],
    button: { label: m.emails_two_factor_button(), link },
    note: m.emails_two_factor_note(),
  }),
  'contact-message': ({ sender, email, message }, school) => ({
    subject: m.emails_contact_message_subject({ sender: oneLine(sender) }),
    paragraphs: [m.emails_contact_message_body({ sender, email })],
    quote: message,
    button: { label: m.emails_contact_message_button(), link: `mailto:${encodeURIComponent(email)}` },
    footer: m.emails_footer_administrator({ school }),
  }),
};

/** A subject is one header line: line ends and control characters would start another one. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
