import { twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { PartialNumbers } from './partial-numbers.tsx';
import { shown, toAnswer } from './to-answer.ts';

interface NumberEditorProps extends KindEditorProps<'number'> {
  /** Whether a unit may stand beside the field. */
  hasUnit?: boolean;
}

export function NumberEditor({ fault, hasUnit = true, onChange, question }: NumberEditorProps) {
  const { unit: _, ...bare } = question;
  const { partial: __, ...whole } = question;
  const readings = typeof question.answer === 'string' ? twoReadings(question.answer) : null;
  return (
    <>
      <div className={classes.pair}>
        <TextField
          label={m.author_number()}
          help={m.author_number_help()}
          value={shown(question.answer)}
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
        {hasUnit && (
          <TextField
            label={m.author_unit()}
            help={m.author_unit_help()}
            value={question.unit ?? ''}
            error={fault('unit')}
            onChange={({ target: { value: unit } }) => onChange(unit === '' ? bare : { ...question, unit })}
          />
        )}
      </div>
      <PartialNumbers
        numbers={question.partial ?? []}
        onChange={(partial) => onChange(partial.length === 0 ? whole : { ...question, partial })}
        fault={within(fault, 'partial')}
      />
    </>
  );
}
