import { type ComponentProps, useState } from 'react';
import { twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> {
  value: number | null;
  /** What an empty field means; without it, an empty field is a fault. */
  empty?: number | null;
  onChange: (value: number | null) => void;
}

/** A number; what is none, or could be two, is handed on as NaN, so that the schema names the field. */
export function NumberField({ empty, error, onChange, value, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState({ text: wordsOf(value), value });
  const shown = Object.is(typed.value, value) ? typed.text : wordsOf(value);
  const readings = twoReadings(shown);
  return (
    <TextField
      {...rest}
      error={readings ? m.exams_number_ambiguous(readings) : error}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={({ target: { value: text } }) => {
        const next = text.trim() === '' && empty !== undefined ? empty : toNumber(text);
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}

function wordsOf(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value);
}

function toNumber(text: string): number {
  if (text.trim() === '' || twoReadings(text)) return Number.NaN;
  return Number(text.trim().replace(',', '.').replace('\u2212', '-'));
}
