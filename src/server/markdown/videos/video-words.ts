import { VIDEO_HOSTS } from '#domain/media/embed-address';
import type { HostedVideo } from '#domain/media/video-address';
import { m } from '../../../messages/messages.js';

/** What a video is called: by its author, or by its host where the link is only an address. */
export function videoTitle({ provider }: HostedVideo, words: string): string {
  const title = words.trim();
  return title === '' || /^(?:https?:\/\/|www\.)\S*$/i.test(title)
    ? m.courses_video_untitled({ host: VIDEO_HOSTS[provider] })
    : title;
}

/** What readers see before they play it. */
export function videoNote({ provider }: HostedVideo): string {
  return m.courses_video_from({ host: VIDEO_HOSTS[provider] });
}
