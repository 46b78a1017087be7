import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { removeOutboxMails } from '#server/platform/outbox-folder';
import type { Services } from '#server/services';
import { touchAuthored } from '../profile/touch-authored.ts';
import { eraseAudit } from './audit-sql.ts';
import { eraseMails, eraseNotices, eraseReasons, forgetTraces, selectOwnThings } from './erase-sql.ts';
import { selectIdentity } from './identity-sql.ts';
import { deleteGreetings } from './unconfirmed-sql.ts';

/**
 * Deletes an account with every trace of who it was: rows, picture, files handed in, mails, its name in the notices of others, its
 * identity in the audit log. Comments and posts stay without an author, and of an account that was never confirmed also what
 * others sent to and from its address: it isn't its own. Files go before the commit: what cannot be removed stops it, so that
 * nothing is left half erased. Answers the pseudonym that stands for the account from now on.
 */
export async function eraseAccount(
  trx: Transaction<DB>,
  { clock, config, storage }: Pick<Services, 'clock' | 'config' | 'storage'>,
  userId: string,
): Promise<string> {
  const identity = await selectIdentity(trx, userId);
  const { commentIds, files, things } = await selectOwnThings(trx, userId);
  const greetings = await deleteGreetings(trx, userId);
  const mails = await eraseMails(trx, identity, await eraseNotices(trx, identity));
  await forgetTraces(trx, identity);
  await eraseReasons(trx, identity);
  await touchAuthored(trx, userId);
  await trx.deleteFrom('users').where('id', '=', userId).execute();
  const pseudonym = randomUUID();
  await eraseAudit(trx, identity, { pseudonym, things, now: clock.now() });
  for (const file of files) await storage.remove(file);
  const { addresses } = identity;
  await removeOutboxMails(join(config.dataDir, 'outbox'), {
    addresses,
    mails: [...greetings, ...mails],
    ids: [userId, ...commentIds],
  });
  return pseudonym;
}
