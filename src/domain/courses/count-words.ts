/** The words of a text: what has a letter or a number in it. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;
}
