import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type AuditEntry, recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { holdAccount } from '../ledger/ledger-sql.ts';
import { asFailure } from '../payments-of.ts';
import { closeCommand, insertCommand, isBeingGiven, type NewCommand } from './command-sql.ts';

/** After this long without a word the process that gave a command is taken for dead, and a look shows how it went. */
const LOST_MS = 10 * 60_000;
/** The same for a command that keeps others waiting: longer than its requests may take. */
const LOST_ALONE_MS = 60_000;
const PAUSE_MS = 100;
const MAX_PAUSES = 150;

interface Order extends NewCommand {
  readonly audit: AuditEntry;
  /** One at a time of its kind and account; the next one waits for it. */
  readonly isAlone?: boolean;
  /** Written in the transaction that writes the command down. */
  readonly also?: (trx: Transaction<DB>, now: Date) => Promise<void>;
}

/**
 * Gives the provider a command, once: it is written down first, with its audit row, and its id is the key. Fails with
 * PAYMENTS_AWAY, PAYMENT_DECLINED or PAYMENT_REFUSED.
 */
export async function giveCommand<Result>(
  services: Services,
  caller: Caller,
  order: Order,
  give: (key: string) => Promise<Result>,
): Promise<Result> {
  const { clock, db } = services;
  const id = await writeDown(services, caller, order);
  try {
    const result = await give(id);
    await closeCommand(db.kysely, id, clock.now(), null);
    return result;
  } catch (error) {
    await closeCommand(db.kysely, id, clock.now(), error instanceof Error ? error.name : 'unknown');
    throw asFailure(error);
  }
}

async function writeDown(
  { clock, db }: Services,
  caller: Caller,
  { also, audit, isAlone = false, ...command }: Order,
): Promise<string> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    const id = await db.transaction(async (trx) => {
      const now = clock.now();
      if (isAlone && command.accountId !== null) {
        await holdAccount(trx, command.accountId);
        if (await isBeingGiven(trx, command, now)) return null;
      }
      await recordAudit(trx, caller, audit);
      await also?.(trx, now);
      return insertCommand(trx, command, new Date(now.getTime() + (isAlone ? LOST_ALONE_MS : LOST_MS)));
    });
    if (id !== null) return id;
    await wait(PAUSE_MS);
  }
  throw new Failure('PAYMENTS_AWAY');
}
