/** What decimals lose when they are added up, in percent. */
export const ROUNDING = 1e-9;

/**
 * A percentage as everybody sees it, on screens, certificates and in files: whole and rounded down, so that nobody reads the
 * pass mark who did not reach it. What decides is never rounded.
 */
export function wholePercent(percent: number): number {
  return Math.floor(percent + ROUNDING);
}
