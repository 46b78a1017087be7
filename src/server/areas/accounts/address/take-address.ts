import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { removeOutboxMails } from '#server/platform/outbox-folder';
import type { Caller, Services } from '#server/services';
import { eraseAccount } from '../erasure/erase-account.ts';
import { holdHolder } from './address-sql.ts';

/**
 * Gives an address to the person who proved to own it: `take` does, with whether somebody has it already. An account that was
 * registered with it and never confirmed is nobody's: it makes room and is erased like any other, but what others
 * sent to and from that address is not its own and stays.
 */
export async function takeAddress<Taken>(
  trx: Transaction<DB>,
  services: Pick<Services, 'clock' | 'config' | 'storage'>,
  caller: Caller,
  { email, take }: { email: string; take: (isTaken: boolean) => Promise<Taken> },
): Promise<Taken> {
  const holder = await holdHolder(trx, email);
  if (!holder) return take(false);
  if (holder.email_verified || holder.disabled_at) return take(true);
  await trx
    .updateTable('users')
    .set({ email: `${holder.id}@nobody.invalid` })
    .where('id', '=', holder.id)
    .execute();
  const taken = await take(false);
  const { rows: greetings } = await sql<{ id: string }>`
    delete from mail_outbox where recipient = ${email} and props ->> 'name' = ${holder.name} returning id`.execute(
    trx,
  );
  const pseudonym = await eraseAccount(trx, services, holder.id);
  const mails = greetings.map(({ id }) => id);
  await removeOutboxMails(join(services.config.dataDir, 'outbox'), { mails, addresses: [], ids: [] });
  await recordAudit(trx, caller, {
    action: 'account.drop-unconfirmed',
    entity: 'user',
    entityId: pseudonym,
  });
  return taken;
}
