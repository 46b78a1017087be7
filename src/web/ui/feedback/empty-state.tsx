import { type ReactNode, Suspense } from 'react';
import { latePart } from '#web/lib/late/late-part.ts';
import classes from './state.module.css';
import type { Drawing } from './state-drawing.tsx';

/** It only adorns: most pages are not empty, and do without. */
const StateDrawing = latePart(() => import('./state-drawing.tsx'), 'StateDrawing');

interface EmptyStateProps {
  /** One sentence: what is not here. */
  title: ReactNode;
  text?: ReactNode;
  /** One thing to do. */
  children?: ReactNode;
  drawing?: Drawing;
  /** h1 where the state is the whole page. */
  heading?: 'h1' | 'h2' | 'h3';
  compact?: boolean;
}

/** Nothing here yet, or nothing found: a drawing, a sentence, one thing to do. */
export function EmptyState(props: EmptyStateProps) {
  const { title, text, children, drawing = 'shelf', heading: Heading = 'h2', compact } = props;
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      <Suspense fallback={<svg className={classes.drawing} width="120" height="80" aria-hidden="true" />}>
        <StateDrawing name={drawing} className={classes.drawing} />
      </Suspense>
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
