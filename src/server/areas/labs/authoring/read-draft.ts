import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { type VisibleSpec, visibleChecks } from '#domain/labs/visible-checks';
import type { WrittenLab } from '#server/areas/courses/labs/lab-spec-sql';
import { LabFaults, readLabSource, type SourceFault } from '#server/areas/courses/labs/read-lab-source';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lineOf } from './line-of.ts';
import { openSource } from './open-source.ts';

/** A draft and what is wrong with it; no lab where anything is. */
export type Draft =
  | { readonly lab: WrittenLab; readonly faults: readonly [] }
  | { readonly lab: null; readonly faults: readonly LabFault[] };

/** Reads what an author typed as the import reads a folder, and finds the line of each fault. */
export function readDraft(typed: LabFiles): Draft {
  const source = Object.fromEntries(
    Object.entries(typed).map(([path, text]) => [path, text.replaceAll('\r\n', '\n')]),
  );
  try {
    return { lab: readLabSource(source), faults: [] };
  } catch (error) {
    if (!(error instanceof LabFaults)) throw error;
    const yaml = source['lab.yaml'] ?? '';
    return { lab: null, faults: error.faults.map((fault) => placed(fault, yaml)) };
  }
}

/** A draft that can be run. Fails with LAB_FAULTY. */
export function requireDraft(typed: LabFiles): WrittenLab {
  const { faults, lab } = readDraft(typed);
  if (!lab) throw new Failure('LAB_FAULTY', { data: { faults } });
  return lab;
}

function placed({ about, ...fault }: SourceFault, yaml: string): LabFault {
  return about ? { ...fault, line: lineOf(yaml, about) } : fault;
}

/** What is wrong with a draft, or the lab as a learner would see it. Fails with LAB_NOT_FOUND. */
export async function checkDraft(
  { db }: Services,
  caller: Caller,
  { id, source }: { id: string; source: LabFiles },
): Promise<{ faults: LabFault[]; lab: { spec: VisibleSpec; files: LabFiles; hints: string[] } | null }> {
  await openSource(db.kysely, caller, id);
  const { faults, lab } = readDraft(source);
  if (!lab) return { faults: [...faults], lab };
  const { files, spec } = lab;
  return { faults: [], lab: { spec: visibleChecks(spec), files, hints: [...spec.hints] } };
}
