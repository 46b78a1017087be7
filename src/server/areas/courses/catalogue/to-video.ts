import type { Video } from '#contract/courses/course-shapes';
import { videoAddress } from '#domain/media/video-address';

/** The film that an address names; null when it names none. */
export function toVideo(address: string, captions: string | null): Video | null {
  const video = videoAddress(address);
  if (!video) return null;
  // Over plain http a browser would not load them into a secure page.
  return 'src' in video
    ? { ...video, captions: captions && /^(?:https:|\/)/.test(captions) ? captions : null }
    : video;
}
