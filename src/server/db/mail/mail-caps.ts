import { type RawBuilder, sql } from 'kysely';
import { ADDRESS_TAG } from '#domain/accounts/mailbox-of';
import type { MailTemplate } from '#emails/mail-props';

/** The key by which mails are counted that leave in a minute, where the mail provider limits them. */
export const ALL_MAILS = 'mail:all';

interface Cap {
  /** Counted together: mails that the same form causes. */
  readonly templates: readonly MailTemplate[];
  /** How many one mailbox gets in an hour, and how many in a day before it gets one an hour only. */
  readonly hourly: number;
  readonly daily: number;
}

/**
 * Mails that somebody can cause who is a stranger to the mailbox. Never none for long: links in them work for an hour at
 * least, so that flooding a mailbox does not keep its owner from a link that works. Codes to sign in with have
 * their own cap, which is told (email-code-sql.ts).
 */
const CAPS: readonly Cap[] = [
  { templates: ['confirm-email', 'already-registered'], hourly: 5, daily: 20 },
  { templates: ['reset-password'], hourly: 5, daily: 20 },
  { templates: ['address-confirm', 'address-taken'], hourly: 5, daily: 20 },
  { templates: ['declaration-received'], hourly: 5, daily: 20 },
  { templates: ['billing-request'], hourly: 20, daily: 100 },
  { templates: ['team-invitation'], hourly: 5, daily: 20 },
  { templates: ['contact-message'], hourly: 20, daily: 100 },
  { templates: ['new-user'], hourly: 20, daily: 100 },
  { templates: ['comment-reply'], hourly: 20, daily: 100 },
];

/** The cap of a mail; undefined for one that only its recipient or the school causes. */
export function mailCap(template: string): Cap | undefined {
  return CAPS.find(({ templates }) => templates.some((one) => one === template));
}

/** `mailboxOf` as SQL, written out so that the index of it is used. */
export const mailbox = (address: RawBuilder<string>) =>
  sql<string>`regexp_replace(lower(${address}), ${sql.lit(ADDRESS_TAG)}, '@')`;

/** Whether the mailbox of a recipient may get one more: `recipient` is an expression of SQL. */
export function hasRoom(
  recipient: RawBuilder<string>,
  { daily, hourly, templates }: Cap,
): RawBuilder<boolean> {
  return sql<boolean>`(
    select count(*) filter (where capped.created_at > now() - interval '1 hour')
      < case when count(*) < ${daily} then ${hourly}::int else 1 end
    from mail_outbox capped
    where ${mailbox(sql`capped.recipient`)} = ${mailbox(recipient)} and capped.template = any(${[...templates]}::text[])
      and capped.created_at > now() - interval '1 day')`;
}
