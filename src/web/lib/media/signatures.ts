import { useState } from 'react';

/** The address of a file of the media library with what lets its reader open it, which changes every day. */
export const SIGNED = /(\/media\/[\w.-]+)\?s=[\w.-]+/g;

/** The same text with the plain addresses of files. */
export function withoutSignatures(text: string): string {
  return text.replace(SIGNED, '$1');
}

/**
 * The same value for as long as only its signatures change: what plays goes on, and what was done with a text stays.
 * Answers how to change to the newest one, too.
 */
export function useFirstSigned<Value>(value: Value): [kept: Value, renew: () => void] {
  const [kept, keep] = useState(value);
  const isOther = kept !== value && plain(kept) !== plain(value);
  if (isOther) keep(value);
  return [isOther ? value : kept, () => keep(value)];
}

function plain(value: unknown): string {
  return withoutSignatures(JSON.stringify(value) ?? '');
}
