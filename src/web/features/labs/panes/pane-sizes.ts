/** Parts of the width, from 0 to 100: of the instructions and of the results. The code has what is left. */
export interface PaneSizes {
  readonly start: number;
  readonly end: number;
}

export type Divider = keyof PaneSizes;

export const FIRST_SIZES: PaneSizes = { start: 28, end: 28 };
/** No part is smaller than this. */
export const LEAST = 16;
export const STEP = 2;

/** The sizes after a divider was moved; the code keeps its least width. */
export function resize(sizes: PaneSizes, divider: Divider, wanted: number): PaneSizes {
  const other = divider === 'start' ? sizes.end : sizes.start;
  const size = Math.min(Math.max(LEAST, wanted), mostOf(other));
  return { ...sizes, [divider]: Math.round(size * 10) / 10 };
}

/** How wide a part may become beside another one. */
export function mostOf(other: number): number {
  return 100 - LEAST - other;
}

/** What a key does with a part of this size; nothing for any other key. `grows`: the arrow that makes it wider. */
export function sizeByKey(
  key: string,
  { grows, most, size }: { grows: string; most: number; size: number },
): number | undefined {
  if (key === 'Home') return LEAST;
  if (key === 'End') return most;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return key === grows ? size + STEP : size - STEP;
}

/** What an earlier visit kept; what makes no sense is forgotten. */
export function readSizes(kept: unknown): PaneSizes {
  const { end, start } = (kept ?? {}) as Partial<Record<Divider, unknown>>;
  if (typeof start !== 'number' || typeof end !== 'number') return FIRST_SIZES;
  const isSound = start >= LEAST && end >= LEAST && start <= mostOf(end);
  return isSound ? { start, end } : FIRST_SIZES;
}
