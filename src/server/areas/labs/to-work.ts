import type { LabWork } from '#contract/courses/labs';
import type { LabRow, WorkRow } from './sql.ts';

/**
 * A learner's work in a lab: what is saved, and the files that its author added since. Learners can't delete the lab's own
 * files, so one that isn't saved is new. Version 0: nothing is saved.
 */
export function toWork({ files: start }: Pick<LabRow, 'files'>, work: WorkRow | undefined): LabWork {
  return work?.version
    ? { files: { ...start, ...work.files }, version: work.version }
    : { files: start, version: 0 };
}
