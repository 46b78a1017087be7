import { flushSync } from 'react-dom';

/**
 * Draws a change at once and moves the focus to what is found then. A focus that comes a frame later would take it away
 * from where somebody has gone meanwhile, and the next key would press something else.
 */
export function drawAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
