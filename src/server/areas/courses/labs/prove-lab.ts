import type { LabFault } from '#contract/courses/lab-authoring';
import type { CheckResult, Verdict } from '#domain/labs/verdict';
import type { Judge, Judgement } from '#server/platform/judge/judge';
import { m } from '../../../../messages/messages.js';
import { lineWords } from '../folders/read-yaml.ts';
import type { WrittenLab } from './lab-spec-sql.ts';

/** The faults that running a lab shows, each with its file; none if it is as it must be. */
export type LabProof = (lab: WrittenLab) => Promise<readonly LabFault[]>;

/** A proof that runs each lab once, however often it is asked about it. */
export function openProof(judge: Pick<Judge, 'judge'>): LabProof {
  const known = new Map<string, Promise<readonly LabFault[]>>();
  return (lab) => {
    const key = JSON.stringify(lab.source);
    const proven = known.get(key) ?? proveLab(judge, lab);
    known.set(key, proven);
    return proven;
  };
}

/** What running the solution and the starting files of a lab showed. */
export interface LabTrial {
  /** What stops the lab from being published or imported; none: it is as it must be. */
  readonly faults: readonly LabFault[];
  /** What each check finds in the solution, hidden ones too; null: it couldn't be run. */
  readonly solved: Verdict | null;
}

/** The faults alone. */
export async function proveLab(judge: Pick<Judge, 'judge'>, lab: WrittenLab): Promise<readonly LabFault[]> {
  return (await tryLab(judge, lab)).faults;
}

/** Runs the solution, which must pass every check as learners have to, and the starting files, which must not pass. */
export async function tryLab(
  judge: Pick<Judge, 'judge'>,
  { files, solution, spec }: WrittenLab,
): Promise<LabTrial> {
  const { verdict: solved, ...unsolved } = await judge.judge(spec, solution, 'revealed');
  if (!solved)
    return { solved, faults: [ofPart('solution', m.reports_it_could_not_be_run(reasonOf(unsolved)))] };
  const faults = faultsOf(solved);
  if (faults.length > 0) return { solved, faults };
  const { verdict: started, ...unstarted } = await judge.judge(spec, files, 'revealed');
  if (!started)
    return { solved, faults: [ofPart('files', m.reports_they_could_not_be_run(reasonOf(unstarted)))] };
  return { solved, faults: started.passed ? [ofPart('files', m.reports_files_pass_already())] : [] };
}

/** A fault that is about no file: the part is named in words. */
function ofPart(part: string, said: string): LabFault {
  return { file: '', line: null, said: `${part}: ${said}` };
}

/** A fault as a line of a report. */
export function faultWords({ file, ...fault }: LabFault): string {
  return file === '' ? lineWords(fault) : `${file}: ${lineWords(fault)}`;
}

function reasonOf({ reason }: Pick<Judgement, 'reason'>): { reason: string } {
  return { reason: reason ?? m.reports_no_reason_is_known() };
}

function faultsOf({ diagnostics, results }: Verdict): LabFault[] {
  return [
    ...diagnostics.map(({ file, line, message }) => ({
      file: `solution/${file}`,
      line,
      said: message.split('\n')[0] ?? '',
    })),
    ...results.filter(({ ok }) => !ok).map((result) => ofPart('solution', failureOf(result))),
  ];
}

function failureOf({ actual, asked, expected, fault, id, where }: CheckResult): string {
  const details = [
    asked,
    where,
    expected === undefined ? undefined : m.reports_expected({ value: expected }),
    actual === undefined ? undefined : m.reports_got({ value: actual }),
    fault,
  ].filter((each) => each !== undefined && each !== '');
  return `${m.reports_fails_check({ id })}${details.length > 0 ? ` (${details.join('; ')})` : ''}`
    .replaceAll('\n', ' ⏎ ')
    .slice(0, 500);
}
