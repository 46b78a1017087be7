import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Puts what the server said about single fields under those fields, and focuses the first. False: it named none. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
): boolean {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  for (const [index, [name, message]] of fields.entries()) {
    setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return fields.length > 0;
}
