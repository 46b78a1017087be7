import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import classes from './loading-state.module.css';
import { Skeleton } from './skeleton.tsx';

interface LoadingStateProps {
  /** Skeletons in the shape of the content; lines of text if none are given. */
  children?: ReactNode;
  /** Inside a page that has its own room. */
  inline?: boolean;
}

/** Nothing under 150 ms, then skeletons, after 10 s a sentence. Says 'Loading...' to screen readers. */
export function LoadingState({ children, inline }: LoadingStateProps) {
  return (
    <div className={classes.loading} data-inline={inline || undefined} role="status" aria-busy="true">
      <span className="sr-only">{m.shell_loading()}</span>
      <div aria-hidden="true">{children ?? <Lines />}</div>
      <p className={classes.slow}>{m.shell_loading_slow()}</p>
    </div>
  );
}

function Lines() {
  return (
    <div className={classes.lines}>
      <Skeleton height={40} width="min(28rem, 70%)" />
      <Skeleton width="min(44rem, 95%)" />
      <Skeleton width="min(40rem, 88%)" />
      <Skeleton width="min(42rem, 92%)" />
    </div>
  );
}
