import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button, type ButtonProps } from './button.tsx';
import classes from './form-field.module.css';

interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'disabled'> {
  /** The form is being sent: `form.formState.isSubmitting`. */
  busy: boolean;
  /** What the button says meanwhile: 'Saving...'. */
  busyWords: ReactNode;
}

const SLOW_AFTER = 5000;

/**
 * Sends a form, once at a time. Rests until the page is alive, or the browser would send the fields by itself; says so
 * when the server lets one wait.
 */
export function SubmitButton({ busy, busyWords, children, ...rest }: SubmitButtonProps) {
  const alive = useHydrated();
  return (
    <>
      <Button type="submit" disabled={busy || !alive} {...rest}>
        {busy ? busyWords : children}
      </Button>
      <noscript>
        <p className={classes.help}>{m.ui_form_needs_script()}</p>
      </noscript>
      {busy && <SlowNote />}
    </>
  );
}

function SlowNote() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timeout = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => clearTimeout(timeout);
  }, []);
  return (
    <p className={classes.slow} role="status">
      {slow && m.ui_form_slow()}
    </p>
  );
}
