import { type ChangeEvent, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import type { CheckField } from './check-fields.ts';
import { flowOf } from './edit-yaml.ts';
import type { FormCheck } from './read-form.ts';
import { readValue } from './read-form.ts';

interface CheckInputProps {
  field: CheckField;
  check: FormCheck;
  /** `written`: how it is written, where its author wrote YAML. */
  onSet: (key: string, value: unknown, written?: string) => void;
}

/** A field of a check, in the control that its value needs. */
export function CheckInput({ check, field, onSet }: CheckInputProps) {
  const { key, type } = field;
  const value = check.values[key];
  const isText = value === undefined || typeof value === 'string';
  if (type === 'yaml' || type === 'rows' || type === 'number' || (type === 'any' && !isText))
    return <ReadInput check={check} field={field} onSet={onSet} />;
  const words = { label: field.label(), help: field.help?.() };
  const control = {
    ...words,
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    spellCheck: false,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const typed = target.value;
      if (typed === '' && !field.required) onSet(key, undefined);
      else onSet(key, typed);
    },
  };
  if (type === 'line') return <TextField {...control} autoComplete="off" />;
  const rows = Math.min(10, control.value.split('\n').length + 1);
  return <TextAreaField {...control} rows={rows} data-code={type !== 'text' || undefined} dir="ltr" />;
}

/** What is wrong with what can't be read, where it's neither brackets nor quotes. */
const FAULTS: Readonly<Record<string, () => string>> = {
  number: m.exams_number_invalid,
  rows: m.lab_form_rows_wrong,
};

/** A number, or a value in YAML. What can't be read stays in the field, with what is wrong, and isn't written. */
function ReadInput({ check, field, onSet }: CheckInputProps) {
  const { key, type } = field;
  const value = check.values[key];
  const [typed, setTyped] = useState<string | null>(null);
  const isTable = type === 'rows' && Array.isArray(value);
  const written = isTable ? value.map(flowOf).join('\n') : (check.written[key] ?? '');
  const text = typed ?? written;
  const readText = type === 'yaml' || type === 'any' ? readValue : type === 'rows' ? readRows : readNumber;
  const isEmpty = text.trim() === '';
  const fault = isEmpty || readText(text) ? undefined : (FAULTS[type] ?? m.lab_form_wrong)();
  const control = {
    label: field.label(),
    help: field.help?.(),
    error: fault,
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    onBlur: () => !fault && setTyped(null),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const next = target.value;
      setTyped(next);
      if (next.trim() === '') return onSet(key, field.required ? (type === 'rows' ? [] : '') : undefined);
      const found = readText(next);
      if (found) onSet(key, found.value, readText === readValue ? next.trim() : undefined);
    },
  };
  return type === 'rows' ? (
    <TextAreaField {...control} rows={Math.min(12, text.split('\n').length + 1)} data-code="" dir="ltr" />
  ) : (
    <TextField {...control} inputMode={type === 'number' ? 'decimal' : undefined} data-code="" dir="ltr" />
  );
}

function readRows(text: string): { value: unknown[] } | null {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readValue(line)?.value);
  return rows.every(Array.isArray) ? { value: rows } : null;
}

function readNumber(text: string): { value: number } | null {
  const value = Number(text);
  return Number.isFinite(value) ? { value } : null;
}
