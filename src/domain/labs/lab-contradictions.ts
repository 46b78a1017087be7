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

/** What does not go together, as data: whoever shows it says it. */
export type LabConflict =
  | { readonly code: 'no-types' | 'no-setup'; readonly runner: Runner }
  | { readonly code: 'id-used-twice'; readonly id: string }
  | { readonly code: 'too-many-points'; readonly pass: number; readonly most: number }
  | {
      readonly code: 'no-such-probe';
      readonly runner: Runner;
      readonly kind: ProbeKind;
      readonly kinds: readonly ProbeKind[];
    }
  | { readonly code: 'no-such-field'; readonly runner: Runner; readonly field: string }
  | { readonly code: 'equals-needs-quotes'; readonly value: string }
  | { readonly code: 'file-missing' | 'file-in-no-part'; readonly path: string };

export interface LabContradiction {
  /** The key of the lab that it is about. */
  readonly field: string;
  /** Of one check: its id. */
  readonly check?: string;
  readonly conflict: LabConflict;
}

/** What a lab says that does not go together. */
export function labContradictions({ checks, pass, runner, setup, typecheck }: Written): LabContradiction[] {
  const found: LabContradiction[] = [];
  const isJavaScript = JAVASCRIPT.includes(runner);
  if (typecheck !== undefined && !isJavaScript)
    found.push({ field: 'typecheck', conflict: { code: 'no-types', runner } });
  if (setup !== undefined && isJavaScript)
    found.push({ field: 'setup', conflict: { code: 'no-setup', runner } });
  const ids = checks.map(({ id }) => id);
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    found.push({ field: 'checks', check: id, conflict: { code: 'id-used-twice', id } });
  for (const check of checks)
    for (const conflict of conflictsOf(runner, check))
      found.push({ field: 'checks', check: check.id, conflict });
  const most = checks.reduce((sum, { points = 1 }) => sum + points, 0);
  if (typeof pass === 'number' && pass > most)
    found.push({ field: 'pass', conflict: { code: 'too-many-points', pass, most } });
  return found;
}

function conflictsOf(runner: Runner, { probe, setup }: LabCheck): LabConflict[] {
  const conflicts: LabConflict[] = [];
  const kinds = PROBES_OF[runner];
  const isJavaScript = JAVASCRIPT.includes(runner);
  if (!kinds.includes(probe.kind)) conflicts.push({ code: 'no-such-probe', runner, kind: probe.kind, kinds });
  if (setup !== undefined && isJavaScript) conflicts.push({ code: 'no-setup', runner });
  const { equals = '' } = probe.kind === 'eval' ? probe : {};
  if (runner === 'python' && typeof equals !== 'string')
    conflicts.push({ code: 'equals-needs-quotes', value: JSON.stringify(equals) });
  if (isJavaScript && probe.kind === 'run')
    for (const field of ['stdin', 'argv', 'files'] as const)
      if (probe[field] !== undefined) conflicts.push({ code: 'no-such-field', runner, field });
  return conflicts;
}
