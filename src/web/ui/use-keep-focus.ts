import { useLayoutEffect, useRef } from 'react';

/**
 * For what holds controls that may go away, spread on it: when the one with the focus goes, the focus goes to what holds them.
 * Not to the control that takes its place, which a second or a held press of the same key would press: that may be the next
 * row's Withdraw.
 */
export function useKeepFocus<Box extends HTMLElement>() {
  const ref = useRef<Box>(null);
  const held = useRef<Element>(null);
  const note = () => {
    const { activeElement } = document;
    held.current = activeElement && ref.current?.contains(activeElement) ? activeElement : null;
  };
  useLayoutEffect(() => {
    // Somebody who went on meanwhile stays where they are.
    const isLost = held.current && !held.current.isConnected && document.activeElement === document.body;
    if (isLost) ref.current?.focus();
    note();
  });
  return { ref, tabIndex: -1, onFocus: note, onBlur: note };
}
