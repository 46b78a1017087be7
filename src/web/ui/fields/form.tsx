import type { ComponentPropsWithRef } from 'react';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import classes from './form-field.module.css';

/** One column of fields; what the browser itself would say about them is left to us. */
export function Form({ children, ...rest }: ComponentPropsWithRef<'form'>) {
  return (
    // Sent by the browser itself it would at least not stand in the address.
    <form className={classes.form} method="post" noValidate {...rest}>
      {children}
    </form>
  );
}

/** Why the whole form was refused, above its button. Nothing while `error` is null. */
export function FormFailure({ error }: { error: unknown }) {
  if (!error) return null;
  const { title, description } = errorCopy(error);
  return <FormAlert title={title} text={description} />;
}

/** Why a form was refused, said at once and staying until it is sent again. */
export function FormAlert({ text, title }: { title: string; text: string }) {
  return (
    <div className={classes.failure} role="alert">
      <strong>{title}</strong>
      {text}
    </div>
  );
}
