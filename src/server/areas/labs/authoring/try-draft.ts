import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabCheck, LabFiles } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import { tryLab } from '#server/areas/courses/labs/prove-lab';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openSource } from './open-source.ts';
import { readDraft, requireDraft } from './read-draft.ts';

interface Draft {
  readonly id: string;
  readonly source: LabFiles;
}

/** Runs the solution and the starting files of a draft, as the import does. Fails with LAB_NOT_FOUND and LABS_OFF. */
export async function proveDraft(
  { db, judge }: Services,
  caller: Caller,
  { id, source }: Draft,
): Promise<{ faults: LabFault[]; checks: LabCheck[]; solved: Verdict | null }> {
  await openSource(db.kysely, caller, id);
  if (!judge) throw new Failure('LABS_OFF');
  const { faults, lab } = readDraft(source);
  if (!lab) return { faults: [...faults], checks: [], solved: null };
  const trial = await tryLab(judge, lab);
  return { faults: [...trial.faults], checks: [...lab.spec.checks], solved: trial.solved };
}

/** Checks files in a draft as if a learner had submitted them. Fails with LAB_NOT_FOUND, LABS_OFF and LAB_FAULTY. */
export async function tryDraft(
  { db, judge }: Services,
  caller: Caller,
  { files, id, source }: Draft & { files: LabFiles },
): Promise<{ verdict: Verdict | null }> {
  await openSource(db.kysely, caller, id);
  if (!judge) throw new Failure('LABS_OFF');
  const { verdict } = await judge.judge(requireDraft(source).spec, files);
  return { verdict };
}
