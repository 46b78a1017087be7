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

/** Parts and points below this are what is left of adding decimals up. */
const TINY = 1e-12;

interface Scores {
  readonly parts: number[];
  /** Part of the question, and of the points of all others. */
  readonly pairs: (readonly [number, number])[];
  readonly chosen: Map<string, number>;
}

/**
 * Statistics of each question over these attempts, in the order in which the questions first appear. Each attempt is looked at
 * once: where every one draws other questions, there can be thousands.
 */
export function itemStatistics(attempts: readonly ScoredAttempt[]): ItemStatistics[] {
  const byId = new Map<string, Scores>();
  for (const { chosen, items } of attempts) {
    const most = items.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
    const points = items.reduce((sum, { maxPoints, part }) => sum + part * maxPoints, 0);
    for (const { id, maxPoints, part } of items) {
      const scores: Scores = byId.get(id) ?? { parts: [], pairs: [], chosen: new Map() };
      byId.set(id, scores);
      scores.parts.push(part);
      // Without another question there is nothing to compare with.
      const others = most - maxPoints;
      if (others > TINY) scores.pairs.push([part, (points - part * maxPoints) / others]);
      for (const choice of chosen.get(id) ?? [])
        scores.chosen.set(choice, (scores.chosen.get(choice) ?? 0) + 1);
    }
  }
  return [...byId].map(([id, { chosen, pairs, parts }]) => ({
    id,
    asked: parts.length,
    facility: mean(parts),
    discrimination: correlation(pairs),
    chosen,
  }));
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
  return first < TINY || second < TINY ? null : Math.max(-1, Math.min(1, both / Math.sqrt(first * second)));
}

/** The value in the middle; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
