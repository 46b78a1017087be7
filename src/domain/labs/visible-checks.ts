import { type LabCheck, type LabSpec, pointsOf } from './lab-spec.ts';

export interface HiddenCheck {
  readonly id: string;
  readonly name: string;
  readonly points: number;
}

/** What the page may know of a lab: visible checks whole, of hidden ones id, name and points, of hints how many. */
export interface VisibleSpec extends Omit<LabSpec, 'hints'> {
  readonly hidden: readonly HiddenCheck[];
  readonly hintCount: number;
}

export function visibleChecks(spec: LabSpec): VisibleSpec {
  const { hints, checks, ...rest } = spec;
  const isHidden = (check: LabCheck) => check.hidden === true;
  return {
    ...rest,
    checks: checks.filter((check) => !isHidden(check)),
    hidden: checks
      .filter(isHidden)
      .map((check) => ({ id: check.id, name: check.name, points: pointsOf(check) })),
    hintCount: hints.length,
  };
}
