import type { KeptLabRun, ListedLabRun } from '#contract/courses/labs';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openLab } from './open-lab.ts';
import { KEPT_RUNS, selectNewestFiles, selectRun, selectRuns } from './sql.ts';
import { toListedRun, toRun } from './to-run.ts';

/** The caller's own submissions in a lab, newest first. Fails as opening the lab does. */
export async function listRuns(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<ListedLabRun[]> {
  const { userId } = await openLab(services, caller, { id });
  const rows = await selectRuns(services.db.kysely, { sectionId: id, userId, limit: KEPT_RUNS });
  const files = await selectNewestFiles(services.db.kysely, rows);
  return rows.map((row) => toListedRun(row, files.get(row.id)));
}

/** One submission of the caller; another person's is not there. Fails with RUN_NOT_FOUND. */
export async function getRun(
  { db }: Services,
  caller: Caller,
  { runId }: { runId: string },
): Promise<KeptLabRun> {
  const run = await selectRun(db.kysely, { runId, userId: signedIn(caller).userId });
  if (!run) throw new Failure('RUN_NOT_FOUND');
  return toRun(run);
}
