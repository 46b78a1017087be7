import type { Lab } from '#contract/courses/labs';
import { visibleChecks } from '#domain/labs/visible-checks';
import type { Caller, Services } from '#server/services';
import { openLab } from './open-lab.ts';
import { selectLatestRun, selectWork } from './sql.ts';
import { toRun } from './to-run.ts';
import { toWork } from './to-work.ts';

/** A lab with the caller's own work in it; of hidden checks only id, name and points. Fails as opening it does. */
export async function getLab(services: Services, caller: Caller, { id }: { id: string }): Promise<Lab> {
  const lab = await openLab(services, caller, { id });
  const mine = { sectionId: id, userId: lab.userId };
  const { kysely } = services.db;
  const work = await selectWork(kysely, mine);
  const run = await selectLatestRun(kysely, mine);
  return {
    spec: visibleChecks(lab.spec),
    start: lab.files,
    ...toWork(lab, work),
    hints: lab.spec.hints.slice(0, work?.hints ?? 0),
    passedAt: lab.passed_at?.toISOString() ?? null,
    run: run ? toRun(run) : null,
    judged: services.config.labs === 'on',
    solutionAllowed: lab.passed_at !== null || lab.isAdmin,
  };
}
