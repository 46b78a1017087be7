import { type ReactNode, useState } from 'react';
import { maxAnswerLength } from '#domain/exams/attempts/answer-length';
import { readNumber, twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../exams.module.css';
import type { KindProps } from './kind-props.ts';

/** A number, with its unit beside it. Leaving the field shows a message when no number stands there; it is saved all the same. */
export function NumberAnswer(props: KindProps) {
  const { unit } = props.question;
  return (
    <Written
      {...props}
      label={unit ? m.exams_number_unit({ unit }) : m.exams_number()}
      isNumber
      unit={unit ?? ''}
    />
  );
}

/** A word or a short phrase. */
export function TextAnswer(props: KindProps) {
  return <Written {...props} label={m.exams_text()} />;
}

interface WrittenProps extends KindProps {
  label: string;
  isNumber?: boolean;
  unit?: string;
}

function Written({ labelledBy, onAnswer, question, value, ...rest }: WrittenProps) {
  const { disabled, isNumber, label, unit } = rest;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.written}>
      <WrittenField
        disabled={disabled}
        isNumber={isNumber}
        label={label}
        unit={unit}
        value={typeof value === 'string' ? value : ''}
        maxLength={maxAnswerLength(question.kind)}
        onChange={onAnswer}
      />
    </div>
  );
}

interface WrittenFieldProps {
  label: ReactNode;
  value: string;
  disabled: boolean;
  maxLength: number;
  onChange: (value: string) => void;
  isNumber?: boolean | undefined;
  unit?: string | undefined;
}

/** Where somebody writes a word, or a number. */
export function WrittenField({ isNumber = false, onChange, unit = '', ...rest }: WrittenFieldProps) {
  // Nobody is interrupted while writing.
  const [isWriting, setWriting] = useState(false);
  const { disabled, value } = rest;
  const isChecked = isNumber && value.trim() !== '' && !isWriting && !disabled;
  return (
    <TextField
      {...rest}
      inputMode={isNumber ? 'decimal' : undefined}
      error={isChecked ? numberFault(value, unit) : undefined}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onFocus={() => setWriting(true)}
      onBlur={() => setWriting(false)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function numberFault(text: string, unit: string): string | undefined {
  if (readNumber(text, unit) !== null) return undefined;
  const readings = twoReadings(text, unit);
  return readings ? m.exams_number_ambiguous(readings) : m.exams_number_invalid();
}
