import { fromLocal, toLocal } from '#web/lib/local-time.ts';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface MomentFieldProps {
  label: string;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** A date and a time in the author's own zone; empty is none. */
export function MomentField({ error, label, onChange, value }: MomentFieldProps) {
  return (
    <TextField
      label={label}
      help={m.author_moment_help()}
      type="datetime-local"
      value={toLocal(value)}
      error={error}
      onChange={({ target }) => onChange(fromLocal(target.value))}
    />
  );
}
