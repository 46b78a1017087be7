import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './form-field.module.css';

interface CheckboxFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
}

/** Yes or no, with its words beside it. */
export function CheckboxField({ label, ...rest }: CheckboxFieldProps) {
  return (
    <label className={classes.check}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}
