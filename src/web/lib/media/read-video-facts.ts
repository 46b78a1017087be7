/** What a browser finds out about a video on this device, with a picture of it. */
export interface ReadVideo {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Null where the browser draws none. */
  readonly frame: Blob | null;
}

const PATIENCE_MS = 10_000;
/** The first frames of many videos are black. */
const FRAME_AT_SECONDS = 2;
const MAX_FRAME_WIDTH = 1280;

/** Null for what this browser can't play, or finds out nothing about in time. */
export async function readVideoFacts(file: File): Promise<ReadVideo | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    video.src = url;
    if (!(await happens(video, 'loadeddata')) || video.videoWidth === 0) return null;
    const { duration, videoHeight: height, videoWidth: width } = video;
    if (!Number.isFinite(duration)) return { width, height, seconds: 0, frame: null };
    video.currentTime = Math.min(FRAME_AT_SECONDS, duration / 3);
    const frame = (await happens(video, 'seeked')) ? await drawFrame(video) : null;
    return { width, height, seconds: duration, frame };
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const end = setTimeout(() => resolve(false), PATIENCE_MS);
    const answer = (does: boolean) => () => {
      clearTimeout(end);
      resolve(does);
    };
    video.addEventListener(event, answer(true), { once: true });
    video.addEventListener('error', answer(false), { once: true });
  });
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, MAX_FRAME_WIDTH / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}
