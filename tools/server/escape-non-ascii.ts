/** Writes letters beyond ASCII as escapes: a single one would make the engine keep two bytes for each letter of the file. */
export function escapeNonAscii(code: string): string {
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
