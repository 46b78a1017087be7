import { type ReactNode, useId } from 'react';
import classes from './form-field.module.css';

export interface FieldWords {
  label: ReactNode;
  /** A sentence under the field that helps before anything went wrong. */
  help?: ReactNode;
  /** What is wrong with it: `errors.email?.message`. */
  error?: string | undefined;
  /** Something small at the right of the label, such as a link. */
  aside?: ReactNode;
}

export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Label above, help below, error under the field. The control itself is given by `children(props)`. */
export function FormField({
  label,
  help,
  error,
  aside,
  children,
}: FieldWords & { children: (props: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <div className={classes.label}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        className: classes.input,
        'aria-invalid': Boolean(error),
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
    </div>
  );
}
