import type { Regrading } from '#contract/exams/grades';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { type Change, planRegrade } from './plan-regrade.ts';
import { selectKeptGroups } from './regrade-sql.ts';

const SHOWN = 200;

/** What grading the attempts at an exam by its present key would change; changes nothing. Fails with SECTION_NOT_FOUND. */
export async function previewRegrade(
  { db }: Services,
  { viewer }: Caller,
  { sectionId }: { sectionId: string },
): Promise<Regrading> {
  authorise(canAdminister(viewer));
  const { changes, ...plan } = await planRegrade(db.kysely, sectionId, { groupsOf: selectKeptGroups });
  return {
    ...plan,
    mended: plan.corrected,
    changed: changes.length,
    gained: changes.filter(({ after, before }) => after.passed && !before.passed).length,
    lost: changes.filter(({ after, before }) => before.passed && !after.passed).length,
    changes: changes
      .toSorted((one, other) => weight(other) - weight(one) || byName(one, other))
      .slice(0, SHOWN),
  };
}

/** Changes of a verdict come first. */
function weight({ after, before }: Change): number {
  return after.passed === before.passed ? 0 : 1;
}

function byName(one: Change, other: Change): number {
  return one.name.localeCompare(other.name) || one.number - other.number;
}
