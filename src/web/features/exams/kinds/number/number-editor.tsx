import { twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import classes from '../../author/author.module.css';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';

export function NumberEditor({ fault, onChange, question }: KindEditorProps<'number'>) {
  const { unit: _, ...bare } = question;
  const readings = typeof question.answer === 'string' ? twoReadings(question.answer) : null;
  return (
    <div className={classes.pair}>
      <TextField
        label={m.author_number()}
        help={m.author_number_help()}
        value={typeof question.answer === 'number' && Number.isNaN(question.answer) ? '' : question.answer}
        error={readings ? m.exams_number_ambiguous(readings) : fault('answer')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target: { value } }) => onChange({ ...question, answer: toAnswer(value) })}
      />
      <NumberField
        label={m.author_tolerance()}
        help={m.author_tolerance_help()}
        value={question.tolerance}
        empty={0}
        error={fault('tolerance')}
        onChange={(tolerance) => onChange({ ...question, tolerance: tolerance ?? 0 })}
      />
      <TextField
        label={m.author_unit()}
        help={m.author_unit_help()}
        value={question.unit ?? ''}
        error={fault('unit')}
        onChange={({ target: { value: unit } }) => onChange(unit === '' ? bare : { ...question, unit })}
      />
    </div>
  );
}

/** A number where it is one as it stands; else an expression. */
function toAnswer(text: string): number | string {
  if (twoReadings(text)) return text;
  const plain = text.replace('\u2212', '-').replace(/^(-?\d+),(\d+)$/, '$1.$2');
  return plain !== '' && String(Number(plain)) === plain ? Number(plain) : plain;
}
