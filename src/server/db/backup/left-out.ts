import type { MailTemplate } from '#emails/mail-props';

/** Tables of which each row opens something now: sessions, links, codes, replies that carry a session. */
export const OPENING: readonly string[] = [
  'email_codes',
  'idempotency_keys',
  'passkey_challenges',
  'sessions',
  'verifications',
];

/**
 * Tables that come back empty: what opens something must not lie somewhere in a copy, and after a restore everybody signs in
 * again. Which process does a chore is over by then as well, and what is made of other rows and files is made again.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  ...OPENING,
  // Of another machine, where its files are.
  'backup_jobs',
  'backup_runs',
  'chore_runs',
  // Processes and problems of the machines that it was made on.
  'alert_posts',
  'health_alerts',
  'server_processes',
  // Sealed with a secret of this installation; the backup holds the key itself, and a restore seals it again.
  'school_keys',
  // Smaller sizes of videos are made again: what is in the store of them is left out as well.
  'video_jobs',
  'video_renditions',
]);

/** How files of the store begin that are made of others, and made again after a restore. */
export const DERIVED_FILES = 'rendition-';

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
