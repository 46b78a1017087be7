import { errorCodeOf } from '#server/db/constraints';
import { LOOK_EVERY_MS, MISSED_LOOKS } from '#server/db/presence';
import type { Log } from '#server/platform/log';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

interface Held {
  /** The numbers of other processes that have something in hand and are not there. */
  readonly selectAbsent: () => Promise<readonly number[]>;
  /** Frees what these had in hand; answers how much that was. */
  readonly release: (processes: readonly number[]) => Promise<number>;
  /** There was something. */
  readonly onFreed: () => void;
  readonly log: Log;
}

/** Frees what processes had in hand which are gone, so that nobody waits for their leases. */
export function watchGone({ log, onFreed, release, selectAbsent }: Held): WokenLoop {
  let missed = new Map<number, number>();
  const look = async () => {
    const absent = await selectAbsent();
    missed = new Map(absent.map((holder) => [holder, (missed.get(holder) ?? 0) + 1]));
    const gone = absent.filter((holder) => (missed.get(holder) ?? 0) >= MISSED_LOOKS);
    if (gone.length > 0 && (await release(gone)) > 0) onFreed();
  };
  return startWokenLoop(look, {
    pollMs: LOOK_EVERY_MS,
    // The database is away from us, and perhaps from them; whoever works with it says so.
    onFailure: (error) => {
      missed.clear();
      if (errorCodeOf(error) === 'DATABASE_UNAVAILABLE') return;
      log.warn({ error: String(error).slice(0, 500) }, "couldn't look which processes are gone");
    },
  });
}
