const WORDS_A_MINUTE = 180;

/** How long a careful reader needs for a text, in whole minutes, at least one. */
export function readingMinutes(markdown: string): number {
  const words = markdown.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
