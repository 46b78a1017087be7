import type { HostedVideo } from './video-address.ts';

export const VIDEO_HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const;

/** The address of the player of a video: the one without cookies on YouTube, the one that doesn't track on Vimeo. */
export function embedAddress(video: HostedVideo): string {
  if (video.provider === 'youtube') {
    const start = video.start ? `&start=${video.start}` : '';
    return `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1&rel=0${start}`;
  }
  const hash = video.hash ? `&h=${video.hash}` : '';
  const start = video.start ? `#t=${video.start}s` : '';
  return `https://player.vimeo.com/video/${video.id}?autoplay=1&dnt=1${hash}${start}`;
}
