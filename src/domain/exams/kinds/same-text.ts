/** Whether a given text is one of the accepted forms; space around and doubled within never counts. */
export function isAccepted(given: string, accepted: readonly string[], caseSensitive: boolean): boolean {
  const same = (text: string) => (caseSensitive ? plainAnswer(text) : plainAnswer(text).toLowerCase());
  const value = same(given);
  return value !== '' && accepted.some((form) => same(form) === value);
}

/** A written answer as it is compared: one form of each letter, and no space that means nothing. */
export function plainAnswer(given: string): string {
  return given.normalize('NFC').trim().replace(/\s+/g, ' ');
}
