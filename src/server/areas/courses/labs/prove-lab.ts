import type { LabSpec } from '#domain/labs/lab-spec';
import type { CheckResult, Verdict } from '#domain/labs/verdict';
import type { Judge, Judgement } from '#server/platform/judge/judge';
import type { WrittenLab } from './lab-spec-sql.ts';

/** The faults that running a lab shows, each with its file; none if it is as it must be. */
export type LabProof = (lab: WrittenLab) => Promise<readonly string[]>;

/** A proof that runs each lab once, however often it is asked about it. */
export function openProof(judge: Pick<Judge, 'judge'>): LabProof {
  const known = new Map<string, Promise<readonly string[]>>();
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
  readonly faults: readonly string[];
  /** What each check finds in the solution, hidden ones too; null: it couldn't be run. */
  readonly solved: Verdict | null;
}

/** The faults alone. */
export async function proveLab(judge: Pick<Judge, 'judge'>, lab: WrittenLab): Promise<readonly string[]> {
  return (await tryLab(judge, lab)).faults;
}

/** Runs the solution, which must pass every check, and the starting files, which must not pass. */
export async function tryLab(
  judge: Pick<Judge, 'judge'>,
  { files, solution, spec }: WrittenLab,
): Promise<LabTrial> {
  const open = opened(spec);
  const { verdict: solved, ...unsolved } = await judge.judge(open, solution);
  if (!solved) return { solved, faults: [`solution: it couldn't be run: ${reasonOf(unsolved)}`] };
  const faults = faultsOf(solved);
  if (faults.length > 0) return { solved, faults };
  const { verdict: started, ...unstarted } = await judge.judge(open, files);
  if (!started) return { solved, faults: [`files: they couldn't be run: ${reasonOf(unstarted)}`] };
  return { solved, faults: started.passed ? ['files: they pass already, so there is nothing to do'] : [] };
}

/** For the author nothing is hidden. */
function opened(spec: LabSpec): LabSpec {
  return { ...spec, checks: spec.checks.map((check) => ({ ...check, hidden: false })) };
}

function reasonOf({ reason }: Pick<Judgement, 'reason'>): string {
  return reason ?? 'no reason is known';
}

function faultsOf({ diagnostics, results }: Verdict): string[] {
  return [
    ...diagnostics.map(
      ({ file, line, message }) => `solution/${file}: line ${line}: ${message.split('\n')[0]}`,
    ),
    ...results.filter(({ ok }) => !ok).map((result) => `solution: ${failureOf(result)}`),
  ];
}

function failureOf({ actual, asked, expected, fault, id, where }: CheckResult): string {
  const reported = [
    asked,
    where,
    expected === undefined ? undefined : `expected ${expected}`,
    actual === undefined ? undefined : `got ${actual}`,
    fault,
  ].filter((each) => each !== undefined && each !== '');
  return `fails check ${id}${reported.length > 0 ? ` (${reported.join('; ')})` : ''}`
    .replaceAll('\n', ' ⏎ ')
    .slice(0, 500);
}
