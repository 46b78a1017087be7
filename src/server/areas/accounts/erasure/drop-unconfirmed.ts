import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { removeOutboxMails } from '#server/platform/outbox-folder';
import type { Caller, Services } from '#server/services';
import { eraseAccount } from './erase-account.ts';
import { deleteGreetings, leaveAddress } from './unconfirmed-sql.ts';

interface Unconfirmed {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Erases an account whose address nobody confirmed like any other, but what others sent to and from that address is not its own
 * and stays. `meanwhile` runs when the address is free and the account still there.
 */
export async function dropUnconfirmed<Done>(
  trx: Transaction<DB>,
  services: Pick<Services, 'clock' | 'config' | 'storage'>,
  caller: Caller,
  account: Unconfirmed,
  meanwhile: () => Promise<Done>,
): Promise<Done> {
  await leaveAddress(trx, account.id);
  const done = await meanwhile();
  const mails = await deleteGreetings(trx, account);
  const pseudonym = await eraseAccount(trx, services, account.id);
  await removeOutboxMails(join(services.config.dataDir, 'outbox'), { mails, addresses: [], ids: [] });
  await recordAudit(trx, caller, {
    action: 'account.drop-unconfirmed',
    entity: 'user',
    entityId: pseudonym,
  });
  return done;
}
