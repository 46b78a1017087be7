import { median } from '../load.ts';

/** CPU ms of a request in each round: with few learners and with many. */
export type Costs = readonly [number[], number[]];

export const fewOf = ([few]: Costs) => median(few);
export const manyOf = ([, many]: Costs) => median(many);
export const factorOf = (costs: Costs) => manyOf(costs) / fewOf(costs);

/** Standard deviations: of a hundred routes one is mistaken for decided. */
const CERTAIN = 2.58;

/**
 * Whether the rounds say for certain on which side of its limit a route is, as much for the one as for the other: the factor
 * that half of its rounds exceed is so by the order of what they found, however far single rounds are off.
 */
export function isDecided([few, many]: Costs, limit: number): boolean {
  const factors = many.map((cost, round) => cost / (few[round] ?? Number.NaN)).sort((a, b) => a - b);
  const rounds = factors.length;
  const outside = Math.max(0, Math.floor(rounds / 2 - (CERTAIN * Math.sqrt(rounds)) / 2));
  const [least, most] = [factors[outside], factors[rounds - 1 - outside]];
  return least !== undefined && most !== undefined && (most <= limit || least > limit);
}
