/** Once its next source is there, a video goes on at this second, as fast as it was. */
export function resumeAt(video: HTMLVideoElement, at: number): void {
  const { playbackRate } = video;
  // Where nothing is loaded, this is where the next source would begin by itself: of two seeks to one second, one may never end.
  if (video.readyState === 0) video.currentTime = 0;
  const resume = () => {
    video.currentTime = at;
    video.playbackRate = playbackRate;
  };
  video.addEventListener('loadedmetadata', resume, { once: true });
}
