/** Whether a text is an absolute address of the web. */
export function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
