/** Points, shares and seconds as they are shown: with so many decimals at most. */
export function rounded(value: number, decimals: number): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power;
}

/** The points of a mark as its marker sees them. */
export function shownPoints(part: number, most: number): number {
  return rounded(part * most, 2);
}
