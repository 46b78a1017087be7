import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import classes from '../exams.module.css';
import type { KindProps } from './kind-props.ts';

/** A number, with its unit beside it. */
export function NumberAnswer(props: KindProps) {
  const { unit } = props.question;
  return (
    <Written {...props} label={unit ? m.exams_number_unit({ unit }) : m.exams_number()} inputMode="decimal" />
  );
}

/** A word or a short phrase. */
export function TextAnswer(props: KindProps) {
  return <Written {...props} label={m.exams_text()} />;
}

interface WrittenProps extends KindProps {
  label: string;
  inputMode?: 'decimal';
}

function Written({ disabled, inputMode, label, labelledBy, onAnswer, value }: WrittenProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.written}>
      <TextField
        label={label}
        inputMode={inputMode}
        value={typeof value === 'string' ? value : ''}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={2000}
        onChange={(event) => onAnswer(event.target.value)}
      />
    </div>
  );
}
