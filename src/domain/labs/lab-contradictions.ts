import type { LabCheck, LabSpec, ProbeKind } from './lab-spec.ts';
import type { Runner } from './runners.ts';

/** What is compared: a lab as it was written. */
type Written = Pick<LabSpec, 'checks' | 'pass' | 'runner'> & {
  readonly setup?: readonly string[] | undefined;
  readonly typecheck?: LabSpec['typecheck'] | undefined;
};

/** Which probes a runner can answer. */
const PROBES_OF: Readonly<Record<Runner, readonly ProbeKind[]>> = {
  javascript: ['call', 'eval', 'run'],
  http: ['http', 'call', 'eval'],
  dom: ['dom', 'call', 'eval'],
  python: ['eval', 'run'],
  sql: ['answer', 'sql'],
  shell: ['sh'],
};

const JAVASCRIPT: readonly Runner[] = ['javascript', 'http', 'dom'];

/** What a lab says that does not go together, in words. */
export function labContradictions({ checks, pass, runner, setup, typecheck }: Written): string[] {
  const faults: string[] = [];
  const isJavaScript = JAVASCRIPT.includes(runner);
  if (typecheck !== undefined && !isJavaScript) faults.push(`typecheck: ${runner} has no types to check`);
  if (setup !== undefined && isJavaScript) faults.push(`setup: ${runner} has nothing to set up`);
  const ids = checks.map(({ id }) => id);
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    faults.push(`checks: the id ${id} is used twice`);
  for (const check of checks)
    faults.push(...checkContradictions(runner, check).map((said) => `check ${check.id}: ${said}`));
  const most = checks.reduce((sum, { points = 1 }) => sum + points, 0);
  if (typeof pass === 'number' && pass > most)
    faults.push(`pass: ${pass} points are required, but the checks have only ${most}`);
  return faults;
}

function checkContradictions(runner: Runner, { probe, setup }: LabCheck): string[] {
  const faults: string[] = [];
  const kinds = PROBES_OF[runner];
  const isJavaScript = JAVASCRIPT.includes(runner);
  if (!kinds.includes(probe.kind))
    faults.push(`${runner} can't answer ${probe.kind}; it can: ${kinds.join(', ')}`);
  if (setup !== undefined && isJavaScript) faults.push(`${runner} has nothing to set up`);
  const { equals = '' } = probe.kind === 'eval' ? probe : {};
  if (runner === 'python' && typeof equals !== 'string')
    faults.push(
      `equals is compared with what repr returns, so write it in quotes: '${JSON.stringify(equals)}'`,
    );
  if (isJavaScript && probe.kind === 'run')
    for (const word of ['stdin', 'argv', 'files'] as const)
      if (probe[word] !== undefined) faults.push(`${runner} has no ${word}`);
  return faults;
}
