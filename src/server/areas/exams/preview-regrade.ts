import type { Regrading } from '#contract/grades';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { planRegrade } from './plan-regrade.ts';

const SHOWN = 200;

/** What grading the finished attempts of an exam by its present key would change; changes nothing. Fails with SECTION_NOT_FOUND. */
export async function previewRegrade(
  { db }: Services,
  { viewer }: Caller,
  { sectionId }: { sectionId: string },
): Promise<Regrading> {
  authorise(canAdminister(viewer));
  const { attempts, changes, fingerprint, mended, unfit } = await planRegrade(db.kysely, sectionId);
  return {
    ...{ fingerprint, attempts, mended: [...mended], unfit: [...unfit], changed: changes.length },
    changes: changes.slice(0, SHOWN).map(({ result, row }) => ({
      ...{ attemptId: row.id, name: row.name, number: row.number },
      before: { percent: row.result.percent, passed: row.passed },
      after: { percent: result.percent, passed: result.passed },
    })),
  };
}
