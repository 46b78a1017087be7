import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { type VisibleSpec, visibleChecks } from '#domain/labs/visible-checks';
import type { WrittenLab } from '#server/areas/courses/labs/lab-spec-sql';
import { LabFaults, readLabSource } from '#server/areas/courses/labs/read-lab-source';
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
    return { lab: null, faults: error.faults.map((fault) => placed(fault.file, fault.said, yaml)) };
  }
}

/** A draft that can be run. Fails with LAB_FAULTY. */
export function requireDraft(typed: LabFiles): WrittenLab {
  const { faults, lab } = readDraft(typed);
  if (!lab) throw new Failure('LAB_FAULTY', { data: { faults } });
  return lab;
}

/** A fault in the words of the import, with the file and line that it names. */
export function faultOf(said: string): LabFault {
  const [, file, rest] = /^((?:files|given|solution)\/\S+): (.*)$/s.exec(said) ?? [];
  return file === undefined || rest === undefined ? { file: '', line: null, said } : placed(file, rest, '');
}

function placed(file: string, said: string, yaml: string): LabFault {
  if (file === '' && /^(?:files|given|solution)\//.test(said)) return faultOf(said);
  const [, line, rest] = /^line (\d+): (.*)$/s.exec(said) ?? [];
  if (line !== undefined && rest !== undefined) return { file, line: Number(line), said: rest };
  return { file, line: file === 'lab.yaml' ? lineOf(yaml, said) : null, said };
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
