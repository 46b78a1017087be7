import type { Transaction } from 'kysely';
import { SUBSCRIPTION_PATH } from '#domain/accounts/profile-paths';
import { keyOf, type PlannedMail } from '#domain/billing/mails/billing-mail';
import { dueMails } from '#domain/billing/mails/due-mails';
import { billingPath, userPath } from '#domain/site/admin-paths';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Account } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import {
  insertSent,
  type MailReader,
  selectIsDeclared,
  selectMailFacts,
  selectMailReader,
  selectSent,
  updateMailAt,
} from './mail-sql.ts';

/**
 * Writes the emails that follow from the facts and the time, each once, and when to look again. Of an account that
 * is closed they are written down as if they had been sent: nobody is notified later of what is over then. The account must be
 * held.
 */
export async function writeMails(
  trx: Transaction<DB>,
  { config }: Pick<Services, 'config'>,
  account: Account,
  now: Date,
): Promise<readonly PlannedMail[]> {
  if (account.user_id === null && account.team_id === null) {
    await updateMailAt(trx, account.id, null);
    return [];
  }
  const at = secondsOf(now);
  const facts = await selectMailFacts(trx, account.id);
  const { policy } = await selectPolicy(trx);
  const sent = await selectSent(trx, account.id);
  const { due } = dueMails(facts, at, policy, sent);
  const reader = due.length > 0 ? await selectMailReader(trx, account.id) : undefined;
  for (const mail of due)
    if (
      (await insertSent(trx, account.id, mail, now)) &&
      reader &&
      !(await isDeclared(trx, account.id, mail))
    )
      await enqueue(trx, config.publicUrl, account.id, reader, mail);
  for (const mail of due)
    if (mail.kind === 'ended' && mail.words.why === 'unpaid')
      await raiseAlarm(trx, {
        cause: 'unpaid',
        key: `${account.id}:${mail.subject}:${mail.date}`,
        link: account.user_id === null ? billingPath('teams') : userPath(account.user_id),
      });
  const all = [...sent, ...due.map(({ date, kind, subject }) => ({ date, kind, subject, at }))];
  const { nextAt } = dueMails(facts, at, policy, all);
  await updateMailAt(trx, account.id, nextAt === null ? null : dateOf(nextAt));
  return due;
}

/** Who cancels on the page for it has a receipt with the end: a second email would say it twice. */
async function isDeclared(trx: Transaction<DB>, accountId: string, mail: PlannedMail): Promise<boolean> {
  if (mail.kind !== 'cancelled') return false;
  const [subscription = '', version = ''] = mail.subject.split('@');
  // A step may stand behind it.
  return selectIsDeclared(trx, accountId, { subscription, version: Number.parseInt(version, 10) });
}

async function enqueue(
  trx: Transaction<DB>,
  publicUrl: string,
  accountId: string,
  { email, name, team }: MailReader,
  mail: PlannedMail,
): Promise<void> {
  await enqueueMail(trx, {
    eventKey: `billing:${accountId}:${keyOf(mail)}`,
    template: `billing-${mail.kind}`,
    recipient: email,
    props: {
      name,
      link: `${publicUrl}${linkOf(mail, team !== null)}`,
      words: mail.words,
      ...(team !== null && { team }),
    },
  } as Parameters<typeof enqueueMail<`billing-${PlannedMail['kind']}`>>[1]);
}

function linkOf(mail: PlannedMail, isOfTeam: boolean): string {
  if (isOfTeam && mail.kind !== 'dispute') return '/team';
  if (mail.kind === 'gift-ends' || (mail.kind === 'ended' && mail.words.why !== 'unpaid')) return '/pricing';
  if (mail.kind === 'dispute') return '/contact';
  return mail.kind === 'gift' ? '/courses' : SUBSCRIPTION_PATH;
}
