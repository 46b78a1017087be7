import type { SupportMode } from '#domain/access/people/support-modes';
import type { BillingMailKind, BillingMailWords } from '#domain/billing/mails/billing-mail';
import type { NoticeKind } from '#domain/notifications/kinds';

/** Emails about billing: their words are facts and numbers, which the template writes in the reader's language. */
type BillingMails = {
  [Kind in BillingMailKind as `billing-${Kind}`]: {
    name: string;
    link: string;
    words: BillingMailWords[Kind];
    /** The team that is paid for; left out: the reader pays for themselves. */
    team?: string;
  };
};

/** The properties of each mail, by the name that stands in the outbox. Links are absolute addresses of this site. */
export interface MailProps extends BillingMails {
  'confirm-email': { name: string; link: string };
  'already-registered': { name: string; link: string; resetLink: string };
  'reset-password': { name: string; link: string };
  'password-changed': { name: string; link: string };
  'two-factor-enabled': { name: string; link: string };
  'two-factor-disabled': { name: string; link: string };
  'sign-in-linked': { name: string; link: string; service: string };
  'sign-in-unlinked': { name: string; link: string; service: string };
  'two-factor-reset': { name: string; link: string };
  'second-factor-locked': { name: string; link: string };
  'passkey-added': { name: string; link: string; passkey: string };
  'passkey-removed': { name: string; link: string; passkey: string };
  'new-device': { name: string; link: string; device: string; address: string; time: string };
  'sign-in-code': { name: string; code: string; link: string };
  'proof-code': { name: string; code: string; link: string };
  'address-confirm': { name: string; link: string };
  'address-taken': { name: string; link: string };
  'address-asked': { name: string; link: string; address: string };
  'address-changed': { name: string; link: string; address: string };
  /** `isKept`: a deletion of the account was taken back as well. */
  'address-restored': { name: string; link: string; isKept?: boolean };
  'deletion-requested': { name: string; link: string; day: string };
  'account-kept': { name: string; link: string };
  'key-created': { name: string; link: string; key: string };
  'key-revoked': { name: string; link: string; key: string };
  'certificate-revoked': { name: string; link: string; title: string; reason: string };
  invitation: { inviter: string; link: string };
  'team-invitation': { inviter: string; team: string; link: string };
  /** Amounts are written out. */
  'bank-order': {
    name: string;
    plan: string;
    amount: string;
    reference: string;
    holder: string;
    account: string;
    bankCode: string;
    bank: string;
    note: string;
    link: string;
  };
  /** To the addresses that administrators listed: `kind` and `detail` are those of a problem (src/domain/health/problems.ts). */
  'system-alert': {
    event: 'raised' | 'over' | 'test';
    kind: string;
    subject: string;
    detail: string;
    link: string;
  };
  'support-session': { name: string; link: string; admin: string; reason: string; mode: SupportMode };
  /** Sent without signing in: the address may be anybody's. */
  'declaration-received': Declaration;
  'declaration-confirmed': Declaration;
  'contact-message': Notice & { sender: string; email: string; message: string };
  'billing-request': Notice & { kind: string; sender: string; email: string };
  welcome: Notice;
  'course-published': Notice & { title: string; description: string };
  'comment-reply': Notice & { author: string; title: string; text: string };
  'comment-hidden': Notice & { title: string };
  'exam-marked': Notice & { title: string; course: string };
  'exam-regraded': Notice & { title: string; course: string; before: string; after: string };
  'exam-corrected': Notice & { title: string; course: string; before: string; after: string; reason: string };
  'exam-late': Notice & { title: string; course: string; accepted: string; count: string; reason: string };
  'tier-changed': Notice & { tier: string };
  'certificate-issued': Notice & { title: string };
  'certificate-ends': Notice & { title: string; day: string };
  'new-user': Notice & { person: string };
  'export-finished': Notice & { state: string };
  'payment-alarm': Notice & { cause: string; subject: string };
  'test-mail': { link: string; site: string };
  /** `html`: the text of the announcement as sanitised HTML. */
  announcement: Notice & { subject: string; text: string; html: string };
  /** `more`: how many others there are, which only the inbox shows. */
  digest: Notice & { items: readonly DigestItem[]; more?: number };
}

/** A withdrawal or cancellation as it was received, line by line. */
interface Declaration {
  name: string;
  kind: 'withdrawal' | 'cancellation';
  statement: string;
  link: string;
}
/** What every mail carries that a person can stop. */
interface Notice {
  /** Whom it is for. */
  name: string;
  link: string;
  /** Opened by a person it asks, posted to by a mail program it stops these mails. */
  unsubscribe: string;
}
interface DigestItem {
  /** Of the notification, which is asked for again before the mail leaves. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly props: Readonly<Record<string, string>>;
  readonly link: string;
}

export type MailTemplate = keyof MailProps;
