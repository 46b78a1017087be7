import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';

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
      onChange={({ target: { value: local } }) => {
        const time = local === '' ? Number.NaN : Date.parse(local);
        onChange(Number.isNaN(time) ? null : new Date(time).toISOString());
      }}
    />
  );
}

function toLocal(value: string | null): string {
  const date = value === null ? null : new Date(value);
  if (!date || Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
