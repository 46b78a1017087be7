/** What a marker looks at, and the levels it can have reached. */
export interface Criterion {
  readonly text: string;
  readonly levels: readonly { readonly text: string; readonly points: number }[];
}

/** By a rubric: the level of each criterion, by its place. Without one: the points. */
export type Mark = { readonly levels: readonly number[] } | { readonly points: number };

/** The part of the points that a mark earns, from 0 to 1; null for a mark that does not belong to the question. */
export function partOf(
  { points, rubric }: { readonly points: number; readonly rubric: readonly Criterion[] },
  mark: Mark,
): number | null {
  if ('points' in mark)
    return rubric.length === 0 && mark.points >= 0 && mark.points <= points ? mark.points / points : null;
  if (rubric.length === 0 || mark.levels.length !== rubric.length) return null;
  const reached = rubric.map(({ levels }, index) => levels[mark.levels[index] ?? -1]?.points);
  const most = rubric.reduce((sum, criterion) => sum + mostOf(criterion), 0);
  if (most === 0 || reached.includes(undefined)) return null;
  return reached.reduce<number>((sum, each) => sum + (each ?? 0), 0) / most;
}

/** The most points that a criterion can earn. */
export function mostOf({ levels }: Criterion): number {
  return Math.max(0, ...levels.map(({ points }) => points));
}
