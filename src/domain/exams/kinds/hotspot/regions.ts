/** A place of a picture, in its own pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Region =
  | {
      readonly shape: 'rectangle';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly shape: 'circle'; readonly x: number; readonly y: number; readonly radius: number }
  | { readonly shape: 'polygon'; readonly points: readonly Point[] };

/** Whether a point is in a region; the edge of a rectangle or circle belongs to it. */
export function isInside(region: Region, { x, y }: Point): boolean {
  switch (region.shape) {
    case 'rectangle':
      return x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height;
    case 'circle':
      return (x - region.x) ** 2 + (y - region.y) ** 2 <= region.radius ** 2;
    case 'polygon':
      return crossings(region.points, y).filter((each) => each > x).length % 2 === 1;
  }
}

/** A point well inside a region. */
export function middleOf(region: Region): Point {
  switch (region.shape) {
    case 'rectangle':
      return { x: region.x + region.width / 2, y: region.y + region.height / 2 };
    case 'circle':
      return { x: region.x, y: region.y };
    case 'polygon':
      return middleOfPolygon(region.points);
  }
}

/** Twice the area of a polygon; 0 for one that is only a line. */
export function areaOf(points: readonly Point[]): number {
  return Math.abs(edgesOf(points).reduce((sum, [from, to]) => sum + from.x * to.y - to.x * from.y, 0));
}

function edgesOf(points: readonly Point[]): [Point, Point][] {
  return points.map((point, index) => [point, points[(index + 1) % points.length] ?? point]);
}

/** Where the edges cross a height, from left to right. */
function crossings(points: readonly Point[], y: number): number[] {
  return edgesOf(points)
    .filter(([from, to]) => from.y > y !== to.y > y)
    .map(([from, to]) => from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
    .sort((a, b) => a - b);
}

/** The middle of the widest part, looked for between the heights of the corners: also of a hollow shape it is inside. */
function middleOfPolygon(points: readonly Point[]): Point {
  const heights = [...new Set(points.map(({ y }) => y))].sort((a, b) => a - b);
  const parts = heights.slice(1).flatMap((height, index) => {
    const y = (height + (heights[index] ?? height)) / 2;
    const all = crossings(points, y);
    return all.slice(1).flatMap((right, at) => {
      const left = all[at] ?? right;
      return at % 2 === 0 ? [{ x: (left + right) / 2, y, width: right - left }] : [];
    });
  });
  const [first] = parts.sort((a, b) => b.width - a.width);
  return { x: first?.x ?? 0, y: first?.y ?? 0 };
}
