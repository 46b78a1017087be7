import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type AuditEntry, recordAudit } from '#server/db/audit';
import { dayBefore, refuseOverLimit } from '#server/db/counts/daily-limit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { PaymentsAway } from '#server/platform/payments/payment-provider';
import type { Caller, Services } from '#server/services';
import { holdAccount } from '../ledger/ledger-sql.ts';
import { asFailure } from '../payments-of.ts';
import {
  closeCommand,
  insertCommand,
  isBeingGiven,
  keepOpen,
  type NewCommand,
  NO_ANSWER,
  PROVIDER_FAILED,
  reopenCommand,
  selectFirstCommand,
} from './command-sql.ts';
import { isTaking } from './read-taken.ts';
import { claimTurn, MAX_PAUSES, PAUSE_MS, type Turn } from './take-turns.ts';

/** After this long without a word the process that gave a command is taken for dead, and a look shows how it went. */
const LOST_MS = 10 * 60_000;
/** The same for a command that keeps others waiting: longer than its requests may take. */
const LOST_ALONE_MS = 120_000;
/** So long after it failed a command may still be under way at the provider. */
const UNDER_WAY_MS = 60_000;

export interface Order extends NewCommand {
  readonly audit: AuditEntry;
  /** One at a time of its kind and account; the next one waits for it. */
  readonly isAlone?: boolean;
  /** Refused where another command of the turn was given since it began: `takeTurns` begins again from the start. */
  readonly turn?: Turn;
  /** A person may order it so many times in a day only, whatever comes of it. */
  readonly mostDaily?: number;
  /** Refuses the command, new or taken up again, in the transaction that writes it down. */
  readonly demand?: (trx: Transaction<DB>, now: Date) => Promise<void>;
  /** Written in the transaction that writes the command down. */
  readonly also?: (trx: Transaction<DB>, now: Date) => Promise<void>;
  /**
   * The same command whose answer never came is taken up again, without a second audit row: under its key, so that it is
   * done once, or under a new key for each try, for what a look before it has shown to be still undone.
   */
  readonly resumes?: 'same-key' | 'new-keys';
}

/**
 * Gives the provider a command, once: it is written down first, with its audit row, and its key follows from its id. Fails
 * with PAYMENTS_AWAY, PAYMENT_DECLINED, PAYMENT_REFUSED or DAILY_LIMIT.
 */
export async function giveCommand<Result>(
  services: Services,
  caller: Caller,
  order: Order,
  give: (key: string) => Promise<Result>,
): Promise<Result> {
  const { clock, db } = services;
  const written = await writeDown(services, caller, order);
  const { id, tries } = written;
  let result: Result;
  try {
    result = await give(order.resumes === 'new-keys' ? `${id}:${tries}` : id);
  } catch (error) {
    const now = clock.now();
    // What it took away may have to be put back.
    if (isTaking(order.args))
      await keepOpen(db.kysely, written, {
        dueAt: new Date(now.getTime() + UNDER_WAY_MS),
        error: outcomeOf(error),
      });
    else await closeCommand(db.kysely, written, now, outcomeOf(error));
    throw asFailure(error);
  }
  await closeCommand(db.kysely, written, clock.now(), null);
  return result;
}

function outcomeOf(error: unknown): string {
  // A key whose answer is a fault keeps it: there is nothing to take up again.
  if (error instanceof PaymentsAway) return error.isKept ? PROVIDER_FAILED : NO_ANSWER;
  return error instanceof Error ? error.name : 'unknown';
}

async function writeDown(
  { clock, db }: Services,
  caller: Caller,
  { also, audit, demand, isAlone = false, mostDaily, resumes, turn, ...command }: Order,
): Promise<{ readonly id: string; readonly tries: number }> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    const written = await db.transaction(async (trx) => {
      const now = clock.now();
      const dueAt = new Date(now.getTime() + (isAlone || turn ? LOST_ALONE_MS : LOST_MS));
      if (isAlone && command.accountId !== null) {
        await holdAccount(trx, command.accountId);
        if (await isBeingGiven(trx, command, now)) return null;
      }
      if (turn && !(await claimTurn(trx, turn, { now, hasWaited: pauses > 0 }))) return null;
      await demand?.(trx, now);
      if (mostDaily !== undefined) {
        const since = dayBefore(now);
        refuseOverLimit(await selectFirstCommand(trx, command, { since, most: mostDaily }), now);
      }
      const reopened = resumes && (await reopenCommand(trx, command, { now, dueAt, resumes }));
      if (reopened) return reopened;
      await recordAudit(trx, caller, audit);
      await also?.(trx, now);
      return { id: await insertCommand(trx, command, { dueAt, now }), tries: 1 };
    });
    if (written !== null) return written;
    await wait(PAUSE_MS);
  }
  throw new Failure('PAYMENTS_AWAY');
}
