import type { KeyboardEvent } from 'react';

/** Whether a key is Escape, and doesn't just end the composition of a word. */
export function isEscape({
  key,
  nativeEvent,
}: Pick<KeyboardEvent, 'key'> & { nativeEvent: Pick<KeyboardEvent['nativeEvent'], 'isComposing'> }): boolean {
  return key === 'Escape' && !nativeEvent.isComposing;
}
