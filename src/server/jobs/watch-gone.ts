import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const LOOK_EVERY_MS = 1000;
/** So often in a row a process must be missed: one that is alive may be reconnecting to the database for 3 seconds. */
const MISSED_LOOKS = 4;

interface Held {
  /** The numbers of other processes that have something in hand and are not there. */
  readonly selectAbsent: () => Promise<readonly number[]>;
  /** Frees what these had in hand; answers how much that was. */
  readonly release: (processes: readonly number[]) => Promise<number>;
  /** There was something. */
  readonly onFreed: () => void;
}

/** Frees what processes had in hand which are gone, so that nobody waits for their leases. */
export function watchGone({ onFreed, release, selectAbsent }: Held): WokenLoop {
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
    onFailure: () => missed.clear(),
  });
}
