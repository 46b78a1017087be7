import type { SyntheticEvent } from 'react';
import { momentIn, toLocal } from '#web/lib/time/local-time.ts';
import type { FieldWords } from './form-field.tsx';
import { TextField } from './text-field.tsx';
import { useShownValue } from './use-shown-value.ts';

interface MomentFieldProps extends FieldWords {
  /** An instant; null: none; '': what is half typed. */
  value: string | null;
  onChange: (value: string | null) => void;
  readOnly?: boolean;
}

const READING = { read: momentIn, show: toLocal };

/**
 * A date and a time in the zone of the person; empty is none. One that is half typed is handed on as '', so that its schema
 * names the field.
 */
export function MomentField({ onChange, readOnly, value, ...words }: MomentFieldProps) {
  const field = useShownValue(value, READING);
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const next = momentIn(currentTarget, value);
    if (next !== value) onChange(next);
  };
  return (
    <TextField
      {...words}
      ref={field}
      type="datetime-local"
      defaultValue={toLocal(value)}
      readOnly={readOnly}
      onChange={read}
      // As long as it is half typed the browser reports no change.
      onBlur={read}
      onKeyUp={read}
    />
  );
}
