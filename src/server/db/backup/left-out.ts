import type { MailTemplate } from '#emails/mail-props';

/**
 * Tables that come back empty: what is in them opens something now (sessions, links, codes, replies that carry a
 * session), and a copy that lies somewhere must not. After a restore everybody signs in again. Which process does a chore
 * is over by then as well.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  // Of another machine, where its files are.
  'backup_jobs',
  'backup_runs',
  'chore_runs',
  'email_codes',
  'idempotency_keys',
  'passkey_challenges',
  // Processes and problems of the machines that it was made on.
  'alert_posts',
  'health_alerts',
  'server_processes',
  // Sealed with a secret of this installation; the backup holds the key itself.
  'school_keys',
  'sessions',
  'verifications',
]);

/** Emails with a link or a code that opens something: one that waits to be sent holds it as it is. */
export const OPENING_MAILS: readonly MailTemplate[] = [
  'address-asked',
  'address-changed',
  'address-confirm',
  'address-restored',
  'confirm-email',
  'invitation',
  'proof-code',
  'reset-password',
  'sign-in-code',
];

/** Which rows of other tables are in a backup, in SQL. */
export const KEPT_ROWS: Readonly<Record<string, string>> = {
  mail_outbox: `sent_at is not null or template not in (${OPENING_MAILS.map((name) => `'${name}'`).join(', ')})`,
};
