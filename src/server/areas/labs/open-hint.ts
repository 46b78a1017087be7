import type { LabFiles } from '#domain/labs/lab-spec';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openLab } from './open-lab.ts';
import { countHint } from './sql.ts';

/** Opens the next hint of a lab, and answers all that are open. Fails as opening the lab does. */
export async function openHint(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ hints: string[] }> {
  const { files, spec, userId } = await openLab(services, caller, { id });
  const now = services.clock.now();
  const open = await services.db.transaction((trx) =>
    countHint(trx, { userId, sectionId: id, files, most: spec.hints.length, now }),
  );
  return { hints: spec.hints.slice(0, open) };
}

/** The author's solution, for who passed the lab and for administrators. Fails with SOLUTION_CLOSED, and as opening does. */
export async function getSolution(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ files: LabFiles }> {
  const { isAdmin, passed_at, solution } = await openLab(services, caller, { id });
  if (passed_at === null && !isAdmin) throw new Failure('SOLUTION_CLOSED');
  return { files: solution };
}
