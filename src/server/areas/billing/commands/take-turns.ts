import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { holdQueue, type Queue, selectGiven } from './turn-sql.ts';

/** What changes a subscription: one at a time of an account, each decided upon what the one before has left. */
export const CHANGES = [
  'cancel',
  'keep',
  'upgrade',
  'downgrade',
  'schedule',
  'switch',
  'seats-more',
  'seats-fewer',
  'seats-undo',
  'cancel-now',
  'end-second',
];

/** What a command is decided upon, as of a moment. */
export interface Turn extends Queue {
  readonly mark: string;
}

/** How often and how long whoever is overtaken waits for the command before. */
export const MAX_PAUSES = 150;
export const PAUSE_MS = 100;

/** Another command was given since the turn began: what was seen may hold no more. */
class Overtaken extends Error {}

/** More than anybody's clicks and tabs at once; each time one of them is through. */
const MAX_TIMES = 40;

/** Begins a turn, before the provider is asked what there is. */
export async function beginTurn({ clock, db }: Services, queue: Queue): Promise<Turn> {
  return { ...queue, mark: (await selectGiven(db.kysely, queue, clock.now())).mark };
}

/**
 * Does what looks, decides and gives a command, again from the start where another one was given meanwhile: it ends as if it
 * had come after that one. Fails with PAYMENTS_AWAY when that never ends.
 */
export async function takeTurns<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let times = 0; times < MAX_TIMES; times += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new Failure('PAYMENTS_AWAY');
}

/** Takes turns with everything else that changes a subscription of an account: `work` looks once its turn has begun. */
export function takeChangeTurns<Result>(
  services: Services,
  accountId: string,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  return takeTurns(async () => work(await beginTurn(services, { accountId, kinds: CHANGES })));
}

/**
 * Does what is decided within a turn with the help of the provider, which may know of another command already: what is refused
 * then is no refusal, and begins again once that command has ended.
 */
export async function decideInTurn<Result>(
  { clock, db }: Services,
  turn: Turn,
  decide: () => Promise<Result>,
): Promise<Result> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
      const { isBusy, mark } = await selectGiven(db.kysely, turn, clock.now());
      if (!isBusy && mark !== turn.mark) throw new Overtaken();
      if (!isBusy) throw error;
      await wait(PAUSE_MS);
    }
    throw new Failure('PAYMENTS_AWAY');
  }
}

/** Claims the turn until the transaction ends; answers false while another command is being given, for which it has to wait. */
export async function claimTurn(
  trx: Transaction<DB>,
  turn: Turn,
  { hasWaited, now }: { readonly hasWaited: boolean; readonly now: Date },
): Promise<boolean> {
  await holdQueue(trx, turn);
  const { isBusy, mark } = await selectGiven(trx, turn, now);
  if (isBusy) return false;
  // One whose process died leaves no other mark, and may have been done all the same.
  if (hasWaited || mark !== turn.mark) throw new Overtaken();
  return true;
}
