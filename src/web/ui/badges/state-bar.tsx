import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { CourseState } from '#domain/courses/life-cycle';
import { m } from '#web/lib/messages.ts';
import { StateBadge } from './state-badge.tsx';
import classes from './state-bar.module.css';

interface StateBarProps {
  readonly state: CourseState;
  /** What the state means here, in a sentence. */
  readonly words: string;
  /** What can become of it. */
  readonly children: ReactNode;
  readonly ref: RefObject<HTMLElement | null>;
}

/** Where something that is published stands, and what can become of it. */
export function StateBar({ children, ref, state, words }: StateBarProps) {
  const focused = useRef<Element>(null);
  // An action that has been done is gone, and would take the focus with it: then the bar gets it.
  useLayoutEffect(() => {
    if (focused.current && !focused.current.isConnected && document.activeElement === document.body)
      ref.current?.focus();
  });
  return (
    <section
      ref={ref}
      className={classes.bar}
      aria-label={m.publishing_status()}
      tabIndex={-1}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={() => {
        focused.current = null;
      }}
    >
      <StateBadge state={state} />
      <p role="status">{words}</p>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

/** Where a dialog that closes finds the action gone that opened it, the bar gets the focus. */
export function useBarFocus() {
  const bar = useRef<HTMLElement>(null);
  const keepFocus = () => {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) bar.current?.focus();
    });
  };
  return { bar, keepFocus };
}
