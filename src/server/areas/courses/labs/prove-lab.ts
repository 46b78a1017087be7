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

/** Runs the solution, which must pass every check, and the starting files, which must not pass. */
export async function proveLab(
  judge: Pick<Judge, 'judge'>,
  { files, solution, spec }: WrittenLab,
): Promise<string[]> {
  const open = opened(spec);
  const solved = await judge.judge(open, solution);
  if (!solved.verdict) return [`solution: it couldn't be run: ${reasonOf(solved)}`];
  const faults = faultsOf(solved.verdict);
  if (faults.length > 0) return faults;
  const started = await judge.judge(open, files);
  if (!started.verdict) return [`files: they couldn't be run: ${reasonOf(started)}`];
  return started.verdict.passed ? ['files: they pass already, so there is nothing to do'] : [];
}

/** For the author nothing is hidden. */
function opened(spec: LabSpec): LabSpec {
  return { ...spec, checks: spec.checks.map((check) => ({ ...check, hidden: false })) };
}

function reasonOf({ reason }: Judgement): string {
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
  const told = [
    asked,
    where,
    expected === undefined ? undefined : `expected ${expected}`,
    actual === undefined ? undefined : `got ${actual}`,
    fault,
  ].filter((each) => each !== undefined && each !== '');
  return `fails check ${id}${told.length > 0 ? ` (${told.join('; ')})` : ''}`
    .replaceAll('\n', ' ⏎ ')
    .slice(0, 500);
}
