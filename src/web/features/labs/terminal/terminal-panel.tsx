import { lazy, Suspense, useId, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './terminal.module.css';
import type { TerminalViewProps } from './terminal-view.tsx';

const TerminalView = lazy(() => import('./terminal-view.tsx').then((it) => ({ default: it.TerminalView })));

/** A terminal to try commands in, below the editor. Nothing of it is downloaded before it is opened. */
export function TerminalPanel(props: Omit<TerminalViewProps, 'resets'>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [resets, setResets] = useState(0);
  return (
    <section className={classes.panel} data-open={isOpen || undefined} aria-label={m.labs_terminal()}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          {m.labs_terminal()}
        </button>
        {isOpen && (
          <Button variant="quiet" onClick={() => setResets(resets + 1)}>
            {m.labs_terminal_reset()}
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={classes.body}>
          <p className={classes.help}>{m.labs_terminal_help()}</p>
          <Suspense fallback={<LoadingState inline />}>
            <TerminalView {...props} resets={resets} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
