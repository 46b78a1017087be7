import { holdTurn } from '#server/db/hold-turn';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openLab } from './open-lab.ts';
import { countRuns, dropOldRuns, insertRun, selectRun, selectWork } from './sql.ts';
import { toWork } from './to-work.ts';

const HOUR_MS = 3_600_000;

/**
 * Submits what is saved: the server's own copy is judged, whatever the page believes. Fails as opening the lab does, with
 * LABS_OFF where the server judges nothing, with VERSION_CONFLICT when another version is saved, and with RATE_LIMITED
 * after as many an hour as the author allows.
 */
export async function submitWork(
  services: Services,
  caller: Caller,
  { id, version }: { id: string; version: number },
): Promise<{ runId: string; place: number }> {
  const lab = await openLab(services, caller, { id });
  if (services.config.labs !== 'on') throw new Failure('LABS_OFF');
  const mine = { sectionId: id, userId: lab.userId };
  const now = services.clock.now();
  return services.db.transaction(async (trx) => {
    await holdTurn(trx, `lab ${lab.userId} ${id}`);
    const current = toWork(lab, await selectWork(trx, mine));
    if (current.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current } });
    const since = new Date(now.getTime() - HOUR_MS);
    const { count, oldest } = await countRuns(trx, { ...mine, since });
    if (count >= lab.spec.limits.runsPerHour) {
      const waits = (oldest ?? now).getTime() + HOUR_MS - now.getTime();
      throw new Failure('RATE_LIMITED', { data: { retryAfter: Math.max(1, Math.ceil(waits / 1000)) } });
    }
    const { files } = current;
    const runId = await insertRun(trx, { ...mine, files, specVersion: lab.version, now });
    await dropOldRuns(trx, { ...mine, files, since, now });
    const run = await selectRun(trx, { runId, userId: lab.userId });
    await notify(trx, 'labs');
    return { runId, place: run?.place ?? 0 };
  });
}
