/**
 * A written text in its one form: lines end in \n, no blank lines in front and no white space at the end. A text that
 * travels through a file and back stays the same, byte for byte.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
