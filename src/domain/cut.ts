const FIRST_HALF = /[\uD800-\uDBFF]$/;
const SECOND_HALF = /^[\uDC00-\uDFFF]/;

/**
 * The beginning of a text, of at most so many UTF-16 units. A character of two that doesn't fit is left out whole: the database
 * refuses JSON with half of one.
 */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(FIRST_HALF, '');
}

/** The end of a text in the same way, such as that of a file name, which says what is in it. */
export function cutBefore(text: string, length: number): string {
  return text.slice(-length).replace(SECOND_HALF, '');
}
