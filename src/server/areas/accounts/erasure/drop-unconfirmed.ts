import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { removeOutboxMails } from '#server/platform/outbox-folder';
import type { Caller, Services } from '#server/services';
import { eraseAccount } from './erase-account.ts';
import { deleteGreetings, leaveAddress } from './unconfirmed-sql.ts';

/**
 * Erases an account whose address nobody confirmed, which frees that address first. `meanwhile` runs when the address is free and the account still there.
 */
export async function dropUnconfirmed<Done>(
  trx: Transaction<DB>,
  services: Pick<Services, 'clock' | 'config' | 'storage'>,
  caller: Caller,
  account: { readonly id: string },
  meanwhile: () => Promise<Done>,
): Promise<Done> {
  const mails = await deleteGreetings(trx, account.id);
  await leaveAddress(trx, account.id);
  const done = await meanwhile();
  const pseudonym = await eraseAccount(trx, services, account.id);
  await removeOutboxMails(join(services.config.dataDir, 'outbox'), { mails, addresses: [], ids: [] });
  await recordAudit(trx, caller, {
    action: 'account.drop-unconfirmed',
    entity: 'user',
    entityId: pseudonym,
  });
  return done;
}
