import { type ComponentPropsWithRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import classes from './form-field.module.css';
import { type FieldWords, FormField } from './form-field.tsx';

interface PasswordFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, keyof FieldWords | 'type'>,
    FieldWords {}

/** A password with a button that shows it. Give `autoComplete` ('current-password' or 'new-password'). */
export function PasswordField({ label, help, error, aside, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FormField label={label} help={help} error={error} aside={aside}>
      {(control) => (
        <div className={classes.secret}>
          <input {...control} {...rest} type={shown ? 'text' : 'password'} />
          <button
            type="button"
            className={classes.reveal}
            aria-pressed={shown}
            aria-label={m.ui_password_show()}
            onClick={() => setShown(!shown)}
          >
            {shown ? m.ui_password_hide_short() : m.ui_password_show_short()}
          </button>
        </div>
      )}
    </FormField>
  );
}
