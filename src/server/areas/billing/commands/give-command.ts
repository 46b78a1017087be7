import { type AuditEntry, recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { asFailure } from '../payments-of.ts';
import { closeCommand, insertCommand, type NewCommand } from './command-sql.ts';

/** After this long without a word the process that gave a command is taken for dead, and a look shows how it went. */
const LOST_MS = 10 * 60_000;

/**
 * Gives the provider a command, once: it is written down first, with its audit row, and its id is the key. Fails with
 * PAYMENTS_AWAY, PAYMENT_DECLINED or PAYMENT_REFUSED.
 */
export async function giveCommand<Result>(
  { clock, db }: Services,
  caller: Caller,
  { audit, ...command }: NewCommand & { readonly audit: AuditEntry },
  give: (key: string) => Promise<Result>,
): Promise<Result> {
  const id = await db.transaction(async (trx) => {
    await recordAudit(trx, caller, audit);
    return insertCommand(trx, command, new Date(clock.now().getTime() + LOST_MS));
  });
  try {
    const result = await give(id);
    await closeCommand(db.kysely, id, clock.now(), null);
    return result;
  } catch (error) {
    await closeCommand(db.kysely, id, clock.now(), error instanceof Error ? error.name : 'unknown');
    throw asFailure(error);
  }
}
