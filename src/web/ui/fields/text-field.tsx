import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import { type FieldWords, FormField } from './form-field.tsx';

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, keyof FieldWords>, FieldWords {}

/** One line of text: `<TextField label="Email" error={errors.email?.message} {...register('email')} />`. */
export function TextField({ label, help, error, aside, ...rest }: TextFieldProps) {
  return (
    <FormField label={label} help={help} error={error} aside={aside}>
      {(control) => <input {...control} {...rest} />}
    </FormField>
  );
}

interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, keyof FieldWords>, FieldWords {}

/** Several lines of text. */
export function TextAreaField({ label, help, error, aside, ...rest }: TextAreaFieldProps) {
  return (
    <FormField label={label} help={help} error={error} aside={aside}>
      {(control) => <textarea {...control} {...rest} />}
    </FormField>
  );
}

interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, keyof FieldWords>, FieldWords {
  /** As of a field of text: it keeps the focus, and what is chosen. */
  readOnly?: boolean;
}

/** One of a few: the options are <option> children. */
export function SelectField({ label, help, error, aside, readOnly, ...rest }: SelectFieldProps) {
  return (
    <FormField label={label} help={help} error={error} aside={aside}>
      {(control) => <select {...control} {...rest} {...(readOnly && READ_ONLY)} />}
    </FormField>
  );
}

/** Browsers know nothing of a list that can only be read: pointers pass it by, and keys only leave it. */
const READ_ONLY = {
  'aria-disabled': true,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Tab' && event.key !== 'Escape') event.preventDefault();
  },
};
