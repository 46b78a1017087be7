import type { Transaction } from 'kysely';
import type { MailProps, MailTemplate } from '#emails/mail-props';
import type { DB } from '#server/db/types';
import { readMailKey } from './read-mail-key.ts';
import { showInInbox } from './sql.ts';

interface UnsentMail {
  readonly event_key: string;
  readonly props: MailProps[MailTemplate];
}

/**
 * Shows in the inbox what an email would have told that is dropped or given up, in the transaction that does that: its reader may
 * have chosen the email only. Nothing of a kind that they turned off in both ways.
 */
export async function showUnsent(trx: Transaction<DB>, { event_key: key, props }: UnsentMail): Promise<void> {
  const { eventId = null, userId } = readMailKey(key) ?? {};
  if (userId === undefined) return;
  if (eventId !== null) return showInInbox(trx, userId, { eventId });
  if ('items' in props) await showInInbox(trx, userId, { ids: props.items.map(({ id }) => id) });
}
