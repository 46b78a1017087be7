import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import classes from './state.module.css';
import { StateDrawing } from './state-drawing.tsx';

interface ErrorStateProps {
  error?: unknown;
  /** 'Something went wrong' unless the screen has its own words. */
  title?: ReactNode;
  text?: ReactNode;
  /** What to do instead of 'Try Again', which reloads the page. */
  children?: ReactNode;
  /** h1 where the state is the whole page, as with the router. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** A screen that could not be shown: why, in words, and one thing to do. Also the router's error component. */
export function ErrorState({ error, title, text, children, heading: Heading = 'h1' }: ErrorStateProps) {
  const copy = useErrorText(error);
  return (
    <div className={classes.state} role="alert">
      <StateDrawing name="broken" className={classes.drawing} />
      <Heading className={classes.title}>{title ?? m.shell_error_title()}</Heading>
      <p className={classes.text}>{text ?? copy}</p>
      <div className={classes.actions}>
        {children ?? <Button onClick={() => window.location.reload()}>{m.shell_error_retry()}</Button>}
      </div>
      {error instanceof ApiError && error.requestId && (
        <p className={classes.reference}>{m.shell_error_reference({ id: error.requestId })}</p>
      )}
    </div>
  );
}

/** The words for a code are read when they are needed; that the server is out of reach must be said without it. */
function useErrorText(error: unknown): string {
  const code = failureCode(error);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (code === null || code === 'UNREACHABLE') return;
    import('#web/lib/api/error-copy.ts').then(
      ({ errorCopy }) => setText(errorCopy(error).description),
      () => undefined,
    );
  }, [code, error]);
  return text ?? (code === 'UNREACHABLE' ? m.errors_unreachable_description() : m.shell_error_text());
}
