import { useId } from 'react';
import { Controller, type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import classes from './config.module.css';

interface SwitchFieldProps<Values extends FieldValues> {
  name: FieldPath<Values>;
  label: string;
  text: string;
  disabled?: boolean;
}

/** Something that is on or off; a disabled one keeps its value. */
export function SwitchField<Values extends FieldValues>(props: SwitchFieldProps<Values>) {
  const { disabled = false, label, name, text } = props;
  const id = useId();
  const { control } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <div className={classes.switch} data-disabled={disabled || undefined}>
          <div>
            <label htmlFor={id}>{label}</label>
            <p id={`${id}-text`}>{text}</p>
            {fieldState.error && <p role="alert">{fieldState.error.message}</p>}
          </div>
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-describedby={`${id}-text`}
            disabled={disabled}
            aria-checked={field.value}
            checked={field.value}
            ref={field.ref}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.checked)}
          />
        </div>
      )}
    />
  );
}

export function onOrOff(value: boolean): string {
  return value ? m.config_on() : m.config_off();
}
