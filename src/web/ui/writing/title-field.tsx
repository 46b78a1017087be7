import { type ComponentPropsWithRef, useId } from 'react';
import { onEnter } from '../fields/on-enter.ts';
import classes from './title-field.module.css';

interface TitleFieldProps extends ComponentPropsWithRef<'textarea'> {
  label: string;
  error?: string | undefined;
}

/** The editor, or the plain text area that is there before it. */
const TEXT = '[role="textbox"], textarea:not([data-title])';

/** The title of what is written, as large as readers see it. Enter goes on to the text. */
export function TitleField({ error, label, ...rest }: TitleFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        data-title
        className={classes.title}
        rows={1}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        {...rest}
        onKeyDown={onEnter(({ form }) => form?.querySelector<HTMLElement>(TEXT)?.focus())}
      />
      {error && (
        <p id={`${id}-error`} className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
