import { useLayoutEffect, useRef } from 'react';

const CONTROLS = ':is(a[href], button, input, select, textarea):not(:disabled, [hidden])';

/**
 * For what holds controls that may go away, spread on it: when the one with the focus goes, the focus goes to the one that
 * takes its place, else to the last one, else to what holds them.
 */
export function useKeepFocus<Box extends HTMLElement>() {
  const ref = useRef<Box>(null);
  const held = useRef<{ readonly control: Element; readonly at: number }>(null);
  const controls = () => [...(ref.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const note = () => {
    const all: readonly (Element | null)[] = controls();
    const at = all.indexOf(document.activeElement);
    const control = all[at];
    held.current = control ? { control, at } : null;
  };
  useLayoutEffect(() => {
    // Somebody who went on meanwhile stays where they are.
    const isLost =
      held.current && !held.current.control.isConnected && document.activeElement === document.body;
    if (isLost) (controls()[held.current?.at ?? 0] ?? controls().at(-1) ?? ref.current)?.focus();
    note();
  });
  return { ref, tabIndex: -1, onFocus: note, onBlur: note };
}
