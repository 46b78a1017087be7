import type { KeyboardEvent } from 'react';

/** Enter sends the form of a field that is one line, also while its button is busy. */
export function submitOnEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
