/** An attempt as statistics see it: what part of its points each question earned, from 0 to 1. */
export interface ScoredAttempt {
  readonly items: readonly { readonly id: string; readonly part: number; readonly maxPoints: number }[];
  /** What was chosen for each question, where one chooses. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
}

export interface ItemStatistics {
  readonly id: string;
  /** Attempts that were asked it. */
  readonly asked: number;
  /** Mean part of the points, from 0 (nobody) to 1 (everybody). */
  readonly facility: number;
  /**
   * How well it tells strong candidates from weak ones: the correlation with the points of all other questions, from -1 to
   * 1; null where all did alike, or too few took it.
   */
  readonly discrimination: number | null;
  /** How often each choice was chosen. */
  readonly chosen: ReadonlyMap<string, number>;
}

const FEWEST = 3;

/** Statistics of each question over these attempts, in the order in which the questions first appear. */
export function itemStatistics(attempts: readonly ScoredAttempt[]): ItemStatistics[] {
  const ids = [...new Set(attempts.flatMap(({ items }) => items.map(({ id }) => id)))];
  return ids.map((id) => {
    const pairs = attempts.flatMap(({ items }) => {
      const item = items.find((one) => one.id === id);
      return item ? [{ part: item.part, rest: restOf(items, id) }] : [];
    });
    const chosen = new Map<string, number>();
    for (const attempt of attempts)
      for (const choice of attempt.chosen.get(id) ?? []) chosen.set(choice, (chosen.get(choice) ?? 0) + 1);
    return {
      id,
      asked: pairs.length,
      facility: mean(pairs.map(({ part }) => part)),
      discrimination: correlation(
        pairs.flatMap(({ part, rest }) => (rest === null ? [] : [[part, rest] as const])),
      ),
      chosen,
    };
  });
}

/** Part of the points that all other questions earned; null where there is no other. */
function restOf(items: ScoredAttempt['items'], id: string): number | null {
  const others = items.filter((one) => one.id !== id);
  const most = others.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
  return most === 0 ? null : others.reduce((sum, { maxPoints, part }) => sum + part * maxPoints, 0) / most;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < FEWEST) return null;
  const [a, b] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  let [both, first, second] = [0, 0, 0];
  for (const [x, y] of pairs) {
    both += (x - a) * (y - b);
    first += (x - a) ** 2;
    second += (y - b) ** 2;
  }
  const TINY = 1e-12;
  return first < TINY || second < TINY ? null : Math.max(-1, Math.min(1, both / Math.sqrt(first * second)));
}

/** The value in the middle; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
