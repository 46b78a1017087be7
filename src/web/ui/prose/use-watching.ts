import { type RefObject, useEffect, useRef } from 'react';

/** Goes on at a second, and hears which seconds were really watched. */
export interface VideoWatcher {
  readonly startAt: number;
  /** The length is 0 for as long as the video doesn't say it. */
  readonly onWatched: (seconds: [from: number, to: number][], duration: number, position: number) => void;
}

/** Longer steps than this many seconds are leaps, not watching. */
const LEAP = 2;
/** What was watched is reported after so many seconds of it. */
const REPORT_EVERY = 5;

/** Starts where its watcher says, and reports which seconds are watched. */
export function useWatching(
  element: RefObject<HTMLVideoElement | null>,
  watcher: VideoWatcher | undefined,
): void {
  const latest = useRef(watcher);
  latest.current = watcher;
  useEffect(() => {
    const media = element.current;
    if (!media || !latest.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    let [from, last] = [0, 0];
    let isLengthOwed = false;
    /** What is still true while another source is loaded, when the element itself says 0 and no length. */
    let [length, told] = [0, 0];
    const report = () => {
      // Rounded alike at both ends: pieces of one second are counted once, and what was only passed over is not.
      const [begin, end] = [Math.round(from), Math.round(last)];
      from = last;
      // A recording may say how long it is only at its end, when all of it was reported.
      const { duration } = media;
      if (duration === Number.POSITIVE_INFINITY) length = 0;
      else if (duration >= 0) length = Math.max(1, Math.floor(duration));
      const isWatched = end > begin;
      if (!isWatched && !(isLengthOwed && length > 0)) return;
      isLengthOwed = length === 0;
      if (isWatched) told = last;
      latest.current?.onWatched(isWatched ? [[begin, end]] : [], length, told);
    };
    const jump = () => {
      report();
      from = media.currentTime;
      last = from;
    };
    let isStarted = false;
    const start = () => {
      // Smaller sizes that take the place of the file go on where it was.
      if (isStarted) return;
      isStarted = true;
      const { startAt } = latest.current ?? { startAt: 0 };
      if (startAt > 0 && startAt < media.duration - 1) media.currentTime = startAt;
      [from, last] = [media.currentTime, media.currentTime];
    };
    if (media.readyState > 0) start();
    media.addEventListener('loadedmetadata', start, { signal });
    media.addEventListener('seeking', jump, { signal });
    media.addEventListener('pause', report, { signal });
    media.addEventListener('ended', report, { signal });
    media.addEventListener(
      'timeupdate',
      () => {
        const now = media.currentTime;
        if (media.seeking || now < last || now - last > LEAP * Math.max(1, media.playbackRate)) jump();
        last = now;
        if (last - from >= REPORT_EVERY) report();
      },
      { signal },
    );
    return () => {
      report();
      controller.abort();
    };
  }, [element]);
}
