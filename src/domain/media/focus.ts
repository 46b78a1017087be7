export interface Focus {
  /** In percent of the width, from the left. */
  readonly x: number;
  /** In percent of the height, from the top. */
  readonly y: number;
}

const MIDDLE: Focus = { x: 50, y: 50 };

/** The point that stays visible where a cover is cropped, as its address says it; the middle where it says nothing. */
export function focusOf(address: string): Focus {
  const [, x, y] = /#(\d+),(\d+)$/.exec(address) ?? [];
  return x === undefined || y === undefined ? MIDDLE : { x: Number(x), y: Number(y) };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest part of a picture with the proportions of a frame, as near to its focal point as it fits. */
export function cropAround(picture: Size, frame: Size, focus: Focus): Size & { left: number; top: number } {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height);
  const width = Math.max(1, Math.min(picture.width, Math.round(frame.width * scale)));
  const height = Math.max(1, Math.min(picture.height, Math.round(frame.height * scale)));
  return {
    width,
    height,
    left: Math.round(((picture.width - width) * focus.x) / 100),
    top: Math.round(((picture.height - height) * focus.y) / 100),
  };
}
