import { keepSpeed, resumeAt } from './resume-at.ts';

interface Source {
  /** The HLS list of smaller sizes. */
  readonly sizes: string;
  /** The file as it was uploaded. */
  readonly whole: string;
}

const HLS = 'application/vnd.apple.mpegurl';
/** Videos that play in smaller sizes now. */
const sized = new WeakSet<HTMLVideoElement>();

/** The same for each video of a text. */
export function playAllSizes(text: HTMLElement, signal: AbortSignal): void {
  for (const video of text.querySelectorAll<HTMLVideoElement>('video[data-sizes]')) {
    // Text is furnished more than once, and the address of the file is gone once sizes play.
    video.dataset.whole ??= video.getAttribute('src') ?? '';
    const stop = playSizes(video, () => {
      const { sizes = '', whole = '' } = video.dataset;
      return { sizes, whole };
    });
    signal.addEventListener('abort', stop);
  }
}

/**
 * Has a video play in the size that the connection and the screen allow, from the moment that somebody plays it: by the
 * browser where it can, else by a script. Whatever goes wrong, it goes on as it was uploaded. The source is asked for
 * when it is used: its signatures change. Answers how to stop.
 */
export function playSizes(video: HTMLVideoElement, source: () => Source): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const begin = () => {
    if (sized.has(video)) return;
    if (video.canPlayType(HLS)) playByBrowser(video, source);
    else void playByScript(video, source, signal);
  };
  // Scripts of a page for reading come only once somebody does something: it may play by then.
  if (video.paused) video.addEventListener('play', begin, { once: true, signal });
  else begin();
  return () => controller.abort();
}

/** Whether an error is of smaller sizes, which the file takes the place of. */
export function isSized(video: HTMLVideoElement): boolean {
  return sized.has(video);
}

function playByBrowser(video: HTMLVideoElement, source: () => Source): void {
  const at = video.currentTime;
  sized.add(video);
  const second = followSecond(video, at);
  video.addEventListener('error', () => goBack(video, source().whole, second()), { once: true });
  goOnWith(video, source().sizes, at);
}

async function playByScript(
  video: HTMLVideoElement,
  source: () => Source,
  signal: AbortSignal,
): Promise<void> {
  // It plays as uploaded until the script is there, or for good where it can't be had.
  const script = await import('hls.js/light').catch(() => null);
  if (signal.aborted || !script?.default.isSupported()) return;
  const { default: Hls } = script;
  const { currentTime: at } = video;
  const second = followSecond(video, at);
  // A worker would be made of text, which the pages forbid.
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true, startPosition: at });
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return;
    const last = second();
    keepSpeed(video);
    hls.destroy();
    goBack(video, source().whole, last);
  });
  // The list first: a video whose sizes can't be played isn't interrupted.
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    sized.add(video);
    keepSpeed(video);
    hls.attachMedia(video);
    video.play().catch(() => undefined);
  });
  hls.loadSource(source().sizes);
  // A text may be enhanced again while it plays; only a video that has left the page is over.
  signal.addEventListener('abort', () => setTimeout(() => video.isConnected || hls.destroy()));
}

function goBack(video: HTMLVideoElement, whole: string, at: number): void {
  sized.delete(video);
  goOnWith(video, whole, at);
}

/** Answers how to ask where a video is whose source changes, which makes it 0 until the new one is there: `at` until then. */
function followSecond(video: HTMLVideoElement, at: number): () => number {
  let last = at;
  const note = () => {
    if (video.readyState > 0) last = video.currentTime;
  };
  video.addEventListener('seeking', note);
  video.addEventListener('timeupdate', note);
  return () => video.currentTime || last;
}

/** Plays on from the same second with another source. */
function goOnWith(video: HTMLVideoElement, source: string, at: number): void {
  if (video.getAttribute('src') === source) return;
  keepSpeed(video);
  resumeAt(video, at);
  video.src = source;
  video.play().catch(() => undefined);
}
