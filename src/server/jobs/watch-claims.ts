import type { Db } from '#server/db/client';
import { releaseClaimsOf, selectAbsentHolders } from './mail-sql.ts';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const LOOK_EVERY_MS = 1000;
/** So often in a row a process must be missed: one that is alive may be reconnecting to the database for 3 seconds. */
const MISSED_LOOKS = 4;

/**
 * Frees mails that processes had in hand which are gone, so that nobody waits for their leases. Calls back when there were any.
 */
export function watchClaims(db: Db, onFreed: () => void): WokenLoop {
  let missed = new Map<number, number>();
  const look = async () => {
    const absent = await selectAbsentHolders(db);
    missed = new Map(absent.map((holder) => [holder, (missed.get(holder) ?? 0) + 1]));
    const gone = absent.filter((holder) => (missed.get(holder) ?? 0) >= MISSED_LOOKS);
    if (gone.length > 0 && (await releaseClaimsOf(db, gone)) > 0) onFreed();
  };
  return startWokenLoop(look, {
    pollMs: LOOK_EVERY_MS,
    // The database is away from us, and perhaps from them; the relay says so.
    onFailure: () => missed.clear(),
  });
}
