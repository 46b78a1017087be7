import { useState } from 'react';
import { maxAnswerLength } from '#domain/exams/answer-length';
import { readNumber, twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import classes from '../exams.module.css';
import type { KindProps } from './kind-props.ts';

/** A number, with its unit beside it. Whoever leaves the field is told when no number stands there; it is saved all the same. */
export function NumberAnswer(props: KindProps) {
  const { unit } = props.question;
  const faultOf = (text: string) => {
    if (readNumber(text, unit ?? '') !== null) return undefined;
    const readings = twoReadings(text, unit ?? '');
    return readings ? m.exams_number_ambiguous(readings) : m.exams_number_invalid();
  };
  return (
    <Written
      {...props}
      label={unit ? m.exams_number_unit({ unit }) : m.exams_number()}
      inputMode="decimal"
      faultOf={faultOf}
    />
  );
}

/** A word or a short phrase. */
export function TextAnswer(props: KindProps) {
  return <Written {...props} label={m.exams_text()} />;
}

interface WrittenProps extends KindProps {
  label: string;
  inputMode?: 'decimal';
  /** What is wrong with what is written. */
  faultOf?: (text: string) => string | undefined;
}

function Written({
  disabled,
  faultOf,
  inputMode,
  label,
  labelledBy,
  onAnswer,
  question,
  value,
}: WrittenProps) {
  // Nobody is interrupted while writing.
  const [isWriting, setWriting] = useState(false);
  const text = typeof value === 'string' ? value : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.written}>
      <TextField
        label={label}
        inputMode={inputMode}
        value={text}
        disabled={disabled}
        error={text.trim() === '' || isWriting || disabled ? undefined : faultOf?.(text)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={maxAnswerLength(question.kind)}
        onFocus={() => setWriting(true)}
        onBlur={() => setWriting(false)}
        onChange={(event) => onAnswer(event.target.value)}
      />
    </div>
  );
}
