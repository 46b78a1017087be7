import type { KeptLabRun } from '#contract/courses/labs';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectNewestFiles } from './sql.ts';
import { countFailing, selectSpec, selectSubmission, selectSubmissions } from './teachers-sql.ts';
import { toListedRun, toRun } from './to-run.ts';

const MAX = 100;

/** The checks of a lab, those first that stop most learners. Fails with LAB_NOT_FOUND. */
export async function listStuck({ db }: Services, { viewer }: Caller, { id }: { id: string }) {
  authorise(canAdminister(viewer));
  const spec = await selectSpec(db.kysely, id);
  if (!spec) throw new Failure('LAB_NOT_FOUND');
  const { failing, learners } = await countFailing(db.kysely, id);
  return spec.checks
    .map(({ hidden = false, id: check, name }) => ({
      check,
      name,
      hidden,
      failing: failing[check] ?? 0,
      learners,
    }))
    .sort((a, b) => b.failing - a.failing);
}

/** The latest submissions in a lab of everybody. Fails with LAB_NOT_FOUND. */
export async function listSubmissions({ db }: Services, { viewer }: Caller, { id }: { id: string }) {
  authorise(canAdminister(viewer));
  if (!(await selectSpec(db.kysely, id))) throw new Failure('LAB_NOT_FOUND');
  const rows = await selectSubmissions(db.kysely, id, MAX);
  const files = await selectNewestFiles(db.kysely, rows);
  return rows.map((row) => ({
    ...toListedRun(row, files.get(row.id)),
    learner: { id: row.user_id, name: row.user_name },
  }));
}

/** One submission in a lab with its files. Fails with RUN_NOT_FOUND. */
export async function getSubmission(
  { db }: Services,
  { viewer }: Caller,
  { runId }: { runId: string },
): Promise<KeptLabRun> {
  authorise(canAdminister(viewer));
  const run = await selectSubmission(db.kysely, runId);
  if (!run) throw new Failure('RUN_NOT_FOUND');
  return toRun(run);
}
