import { setTimeout as wait } from 'node:timers/promises';
import { newHolder } from '#server/db/presence';
import type { Services } from '#server/services';
import { endLease, extendLease, giveUpLease, LEASE_SECONDS, takeLease } from './chore-lease.ts';
import { startWokenLoop } from './woken-loop.ts';

/** Work that is done again and again. */
export interface Chore {
  /** What is logged when it fails: "purge trash". Each chore has its own. */
  readonly name: string;
  readonly everyMs: number;
  /** `process`: every process does it. `school`: one process at a time does it for all of them. */
  readonly scope: 'process' | 'school';
  /** The signal asks what takes long to end: the process stops. */
  readonly run: (services: Services, signal: AbortSignal) => Promise<unknown>;
}

export interface Schedule {
  /**
   * Waits for what runs, at most for so long; left out: as long as it takes. Nothing begins afterwards. What hasn't ended by then
   * is done again by another process, once its lease has run out.
   */
  stop(withinMs?: number): Promise<void>;
}

/** Whose turn it is for a chore of the school is asked at least this often, so that a dead process is soon replaced. */
const ASK_MS = 60_000;

/**
 * Does each chore every so often. A chore never overlaps itself; one that fails is logged by its name, stops no other and
 * is done again when it is due. Woken because an administrator asks for a chore of the school, each of those looks whether it is
 * the one.
 */
export function startSchedule(
  services: Services,
  chores: readonly Chore[],
  onWake: (wake: () => void) => () => void = () => () => undefined,
): Schedule {
  const holder = newHolder();
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = chores.map((chore, index) => {
    const { everyMs, name, run, scope } = chore;
    const pollMs = scope === 'school' ? Math.min(everyMs, ASK_MS) : everyMs;
    return startWokenLoop(
      () => (scope === 'school' ? runAlone(services, chore, { holder, signal }) : run(services, signal)),
      {
        pollMs,
        // One after the other: they need not all ask the database at the same moment.
        firstMs: (pollMs * (index + 1)) / chores.length,
        onFailure: (error) =>
          services.log.warn({ chore: name, message: messageOf(error) }, 'housekeeping failed'),
      },
    );
  });
  const stopListening = onWake(() => {
    for (const [index, loop] of loops.entries()) if (chores[index]?.scope === 'school') loop.wake();
  });
  return {
    async stop(withinMs) {
      stopListening();
      stopping.abort();
      const left = new Set(chores.map(({ name }) => name));
      const stopped = Promise.all(
        loops.map(async (loop, index) => {
          await loop.stop();
          left.delete(chores[index]?.name ?? '');
        }),
      );
      await (withinMs === undefined
        ? stopped
        : Promise.race([stopped, wait(withinMs, undefined, { ref: false })]));
      if (left.size > 0) services.log.warn({ chores: [...left] }, 'stopped before its chores had ended');
    },
  };
}

/** Does a chore of the school, unless another process does it or did it a moment ago. */
async function runAlone(
  services: Services,
  { everyMs, name, run }: Chore,
  { holder, signal }: { readonly holder: string; readonly signal: AbortSignal },
): Promise<void> {
  const { db, log } = services;
  if (!(await takeLease(db, { name, holder, everyMs }))) return;
  const alive = setInterval(
    () => {
      extendLease(db, { name, holder }).catch((error: Error) =>
        log.warn({ chore: name, message: error.message }, "couldn't extend a lease"),
      );
    },
    (LEASE_SECONDS * 1000) / 3,
  );
  let error: string | null = null;
  let isInterrupted = false;
  try {
    await run(services, signal);
  } catch (failure) {
    error = messageOf(failure);
    isInterrupted = signal.aborted;
    if (!isInterrupted) throw failure;
  } finally {
    clearInterval(alive);
    await (isInterrupted ? giveUpLease(db, { name, holder }) : endLease(db, { name, holder, error }));
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
