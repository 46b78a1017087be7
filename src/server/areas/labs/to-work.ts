import type { LabWork } from '#contract/courses/labs';
import { joinWork } from '#domain/labs/own-files';
import type { LabRow, WorkRow } from './sql.ts';

/**
 * A learner's work in a lab: what is saved, and the files that its author added since. Learners can't delete the lab's own
 * files, so one that isn't saved is new. Version 0: nothing is saved.
 */
export function toWork(lab: Pick<LabRow, 'files' | 'spec'>, work: WorkRow | undefined): LabWork {
  return work?.version
    ? { files: joinWork(work.files, lab), version: work.version }
    : { files: lab.files, version: 0 };
}
