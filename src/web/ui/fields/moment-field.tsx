import { fromLocal, toLocal } from '#web/lib/local-time.ts';
import type { FieldWords } from './form-field.tsx';
import { TextField } from './text-field.tsx';
import { useShownValue } from './use-shown-value.ts';

interface MomentFieldProps extends FieldWords {
  /** An instant; null: none. */
  value: string | null;
  onChange: (value: string | null) => void;
}

const READING = {
  read: ({ value }: HTMLInputElement) => fromLocal(value),
  show: toLocal,
};

/** A date and a time in the zone of the person; empty is none. */
export function MomentField({ onChange, value, ...words }: MomentFieldProps) {
  const field = useShownValue(value, READING);
  return (
    <TextField
      {...words}
      ref={field}
      type="datetime-local"
      defaultValue={toLocal(value)}
      onChange={({ target }) => onChange(fromLocal(target.value))}
    />
  );
}
