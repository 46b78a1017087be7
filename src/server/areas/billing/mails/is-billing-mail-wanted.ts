import { isStillDue } from '#domain/billing/mails/due-mails';
import type { Services } from '#server/services';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { selectMailFacts, selectMailReader, selectSent } from './mail-sql.ts';

/** Names the account and the email: write-mails.ts. */
const KEY = /^billing:([0-9a-f-]{36}):(.+)$/;

/**
 * Whether an email about billing may still leave the outbox: it may wait there for a mail server while its account is
 * closed, or its cause goes. True for any other email.
 */
export async function isBillingMailWanted(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { event_key }: { readonly event_key: string },
): Promise<boolean> {
  const [, accountId, key] = KEY.exec(event_key) ?? [];
  if (accountId === undefined || key === undefined) return true;
  if (!(await selectMailReader(db.kysely, accountId))) return false;
  const facts = await selectMailFacts(db.kysely, accountId);
  const { policy } = await selectPolicy(db.kysely);
  const sent = await selectSent(db.kysely, accountId);
  return isStillDue(facts, secondsOf(clock.now()), policy, sent, key);
}
