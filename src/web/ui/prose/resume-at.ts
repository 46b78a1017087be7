/** Once its next source is there, a video goes on at this second. */
export function resumeAt(video: HTMLMediaElement, at: number): void {
  // Where nothing is loaded, this is where the next source would begin by itself: of two seeks to one second, one may never end.
  if (video.readyState === 0) video.currentTime = 0;
  const resume = () => {
    video.currentTime = at;
  };
  video.addEventListener('loadedmetadata', resume, { once: true });
}

/** Before its source changes or goes: each source begins at the default speed, which is the one that was chosen. */
export function keepSpeed(video: HTMLMediaElement): void {
  video.defaultPlaybackRate = video.playbackRate;
}

/** Before the same source is loaded again, which stops it: it goes on as it was. */
export function goOnAfterLoad(video: HTMLMediaElement): void {
  const { currentTime, paused } = video;
  keepSpeed(video);
  if (currentTime > 0) resumeAt(video, currentTime);
  if (paused) return;
  video.addEventListener('loadeddata', () => void video.play().catch(() => undefined), { once: true });
}
