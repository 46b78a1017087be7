/** Once its next source is there, a video goes on at this second, as fast as it was. */
export function resumeAt(video: HTMLVideoElement, at: number): void {
  const { playbackRate } = video;
  const resume = () => {
    video.currentTime = at;
    video.playbackRate = playbackRate;
  };
  video.addEventListener('loadedmetadata', resume, { once: true });
}
