/** Of the shorter side, in pixels: a video on its side is as large as one that lies. */
const STEPS = [360, 720, 1080];
const LARGEST = 1080;
/** A step this near to the largest size would hardly save anything. */
const WORTHWHILE = 0.9;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sizes that a video is offered in, the smallest first: never above its own, and the last as large as it is, up to 1080p. */
export function videoSizes({ height, width }: Size): Size[] {
  const short = Math.min(width, height);
  const last = Math.min(short, LARGEST);
  return [...STEPS.filter((step) => step < last * WORTHWHILE), last].map((step) => {
    const scale = step / short;
    return { width: even(width * scale), height: even(height * scale) };
  });
}

/** Encoders take even sides only. */
function even(side: number): number {
  return Math.max(2, 2 * Math.round(side / 2));
}

/** How a size is called: by its shorter side. */
export function sizeName({ height, width }: Size): string {
  return `${Math.min(width, height)}p`;
}
