import type { MediaFile, MediaUse } from '#contract/administration/media';
import { formatMinutes } from '#web/lib/format.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';

/** What kind of file it is, how large, and of a picture how many pixels. */
export function factsOf({ bytes, ending, height, video, width }: MediaFile): string {
  const [type, size] = [ending.toUpperCase(), sizeText(bytes)];
  if (video && video.seconds > 0) {
    const length = formatMinutes(Math.max(1, Math.round(video.seconds / 60)));
    return m.media_facts_video({ type, size, length, width: video.width, height: video.height });
  }
  if (width === null || height === null) return m.media_facts({ type, size });
  return m.media_facts_picture({ type, size, width, height });
}

const USE_WORDS = {
  course: m.media_use_course,
  post: m.media_use_post,
  page: m.media_use_page,
  bank: m.media_use_bank,
  setting: m.media_use_setting,
  author: m.media_use_author,
  video: m.media_use_video,
  deleted: m.media_use_deleted,
} as const;

/** Settings that name files, by the names under which they are saved. */
const SETTINGS: Readonly<Record<string, () => string>> = { landing: m.settings_landing, seo: m.settings_seo };

export function wordsOf({ kind, title }: MediaUse): string {
  if (kind === 'setting') return USE_WORDS.setting({ title: SETTINGS[title ?? '']?.() ?? '' });
  // A newer server may know more kinds than the page that was loaded before it.
  const words = kind in USE_WORDS ? USE_WORDS[kind as keyof typeof USE_WORDS] : m.media_use_other;
  return words({ title: title ?? '' });
}
