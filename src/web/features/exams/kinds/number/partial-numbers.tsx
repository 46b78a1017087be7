import type { PartialNumber } from '#domain/exams/kinds/number/number';
import { twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import type { Fault } from '../../author/faults.ts';
import { NumberField } from '../../author/number-field.tsx';
import { TextList } from '../../author/text-list.tsx';
import { shown, toAnswer } from './to-answer.ts';

interface PartialNumbersProps {
  numbers: readonly PartialNumber[];
  onChange: (numbers: PartialNumber[]) => void;
  fault: Fault;
}

/** Numbers that earn a part of the points, each with its own tolerance. */
export function PartialNumbers({ fault, numbers, onChange }: PartialNumbersProps) {
  return (
    <TextList
      legend={m.author_partial()}
      help={m.author_partial_help()}
      items={[...numbers]}
      fresh={{ answer: Number.NaN, tolerance: 0, fraction: 50 }}
      addWords={m.author_partial_add()}
      least={0}
      ordered
      onChange={onChange}
      fault={fault}
      row={(number, at, set) => {
        const readings = typeof number.answer === 'string' ? twoReadings(number.answer) : null;
        return (
          <div className={classes.sides}>
            <TextField
              label={m.author_partial_form({ number: at + 1 })}
              value={shown(number.answer)}
              error={readings ? m.exams_number_ambiguous(readings) : fault(`${at}.answer`)}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target: { value } }) => set({ ...number, answer: toAnswer(value) })}
            />
            <NumberField
              label={m.author_partial_tolerance({ number: at + 1 })}
              value={number.tolerance}
              empty={0}
              error={fault(`${at}.tolerance`)}
              onChange={(tolerance) => set({ ...number, tolerance: tolerance ?? 0 })}
            />
            <NumberField
              label={m.author_partial_fraction({ number: at + 1 })}
              value={number.fraction}
              error={fault(`${at}.fraction`)}
              onChange={(fraction) => set({ ...number, fraction: fraction ?? Number.NaN })}
            />
          </div>
        );
      }}
    />
  );
}
