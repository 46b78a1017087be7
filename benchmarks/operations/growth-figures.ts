import { median } from '../load.ts';

/**
 * CPU ms of a request in each round of one time, with few learners and with many, and how many times more bytes the reply
 * may have: a file of everybody grows with them, from one time to the next as well.
 */
export type Costs = readonly [few: number[], many: number[], bytes: number];

/** Standard deviations of the order of factors: until seven times, all must be on one side. */
const CERTAIN = 1.7;

const factorOfTime = ([few, many, bytes]: Costs) => median(many) / median(few) / bytes;

/** The median of all times that a route was measured. */
export const factorOf = (times: readonly Costs[]) => median(times.map(factorOfTime));

/** What a request costs with few learners (0) or with many (1), the median of all rounds. */
export const costOf = (times: readonly Costs[], at: 0 | 1) => median(times.flatMap((costs) => costs[at]));

/** Whether the times say on which side of its limit a route is: for the one as much as for the other. */
export function isDecided(times: readonly Costs[], limit: number): boolean {
  const factors = times.map(factorOfTime).sort((a, b) => a - b);
  const outside = Math.max(0, Math.floor(factors.length / 2 - (CERTAIN * Math.sqrt(factors.length)) / 2));
  const [least, most] = [factors[outside], factors[factors.length - 1 - outside]];
  return least !== undefined && most !== undefined && (most <= limit || least > limit);
}
