import type { KeyboardEvent } from 'react';

/**
 * For a field of one line inside a larger form, which Enter would send: Enter does this instead. Nothing while a word is
 * being composed, where Enter only takes the word.
 */
export function onEnter<Field extends HTMLElement>(act: (field: Field) => void) {
  return (event: KeyboardEvent<Field>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act(event.currentTarget);
  };
}
