/** A subject is one header line: line ends and control characters would start another one. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
