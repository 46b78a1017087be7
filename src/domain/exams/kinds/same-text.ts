/** Whether a given text is one of the accepted forms; space around and doubled within never counts. */
export function isAccepted(given: string, accepted: readonly string[], caseSensitive: boolean): boolean {
  const same = (text: string) => {
    const plain = text.normalize('NFC').trim().replace(/\s+/g, ' ');
    return caseSensitive ? plain : plain.toLowerCase();
  };
  const value = same(given);
  return value !== '' && accepted.some((form) => same(form) === value);
}
