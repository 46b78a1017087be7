import { hostedVideo } from '#domain/media/video-address';
import { videoNote, videoTitle } from '#server/markdown/videos/video-words';
import { sanitisePage } from './sanitise-page.ts';

/** A paragraph of sanitized HTML that is only a link, or only an address. The sanitizer leaves quotes in texts: an address has none. */
const ONLY_LINK = /<p>(?:<a href="([^"]*)"[^<>]*>([^<]*)<\/a>|(https?:\/\/[^\s<"]+))<\/p>/g;

/**
 * A page as readers get it: only what the allow-list has, wide tables scroll by themselves, and videos of other hosts play
 * in place, as those of lessons do.
 */
export function pageHtml(content: string): string {
  // What comes from the sanitizer has every tag closed, and no "<" in its texts.
  return sanitisePage(content)
    .replaceAll('<table>', '<div class="table-wrapper" tabindex="0" role="group"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(ONLY_LINK, (all, linked?: string, words?: string, bare?: string) => {
      const address = linked ?? bare ?? '';
      const video = hostedVideo(address.replaceAll('&amp;', '&'));
      if (!video) return all;
      const title = videoTitle(video, words ?? '');
      return `<p data-video="${video.provider}"><a href="${address}" rel="noopener" data-note="${videoNote(video)}">${title}</a></p>`;
    });
}
