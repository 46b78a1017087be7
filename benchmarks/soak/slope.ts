/** A value at a time in minutes. */
export interface Point {
  readonly minute: number;
  readonly value: number;
}

/** By how much the values grow in a minute: the line with the least squares. NaN for fewer than two times. */
export function slopeOf(points: readonly Point[]): number {
  const mean = (pick: (point: Point) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [minute, value] = [mean((point) => point.minute), mean((point) => point.value)];
  const spread = points.reduce((sum, point) => sum + (point.minute - minute) ** 2, 0);
  const together = points.reduce((sum, point) => sum + (point.minute - minute) * (point.value - value), 0);
  return together / spread;
}
