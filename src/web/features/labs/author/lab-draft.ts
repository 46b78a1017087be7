import type { LabFiles } from '#domain/labs/lab-spec';
import { mergeVersions } from '#domain/merge-versions';
import type { DraftKind } from '#web/lib/saving/drafts.ts';

/** What an author typed into a lab and didn't publish; each file is a field. */
export const LAB_DRAFTS: DraftKind<LabFiles> = {
  kind: 'lab-draft',
  empty: {},
  isValues: (kept): kept is LabFiles =>
    typeof kept === 'object' &&
    kept !== null &&
    Object.values(kept).every((text) => typeof text === 'string'),
  textOf: (values) => values,
  merge: mergeVersions,
  adapt: (values) => values,
};
