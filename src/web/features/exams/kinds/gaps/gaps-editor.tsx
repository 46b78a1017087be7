import { m } from '#web/lib/messages.ts';
import { SelectField, TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import { type Fault, within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { TextList } from '../../author/text-list.tsx';
import { CaseCheck } from '../case-check.tsx';
import { asGapKind, type Gap, type GapKind, type PlainGap } from './gap-kinds.ts';
import { QuestionGapEditor } from './question-gap-editor.tsx';

/** The gaps of a text, in the order in which its prompt numbers them. */
export function GapsEditor({ fault, onChange, question }: KindEditorProps<'gaps'>) {
  return (
    <>
      <TextList<Gap>
        legend={m.author_gaps()}
        help={m.author_gaps_help()}
        items={question.gaps}
        fresh={{ answers: [''], wrong: [] }}
        addWords={m.author_gap_add()}
        least={1}
        ordered
        onChange={(gaps) => onChange({ ...question, gaps })}
        fault={within(fault, 'gaps')}
        row={(gap, at, set) => (
          <div className={classes.gap}>
            <div className={classes.sides}>
              <SelectField
                label={m.author_gap_kind({ number: at + 1 })}
                value={gap.kind ?? 'plain'}
                onChange={({ target: { value } }) => set(asGapKind(gap, value as GapKind, question))}
              >
                <option value="plain">{m.author_gap_plain()}</option>
                <option value="text">{m.author_gap_text()}</option>
                <option value="number">{m.author_gap_number()}</option>
                <option value="single">{m.author_gap_single()}</option>
              </SelectField>
              <NumberField
                label={m.author_gap_weight({ number: at + 1 })}
                value={gap.weight ?? 1}
                error={fault(`gaps.${at}.weight`)}
                onChange={(weight) => set(weighted(gap, weight ?? Number.NaN))}
              />
            </div>
            {gap.kind === undefined ? (
              <PlainGapFields gap={gap} number={at + 1} fault={within(fault, `gaps.${at}`)} onChange={set} />
            ) : (
              <QuestionGapEditor
                gap={gap}
                name={`${question.id}-${at}`}
                legend={m.author_gap({ number: at + 1 })}
                fault={within(fault, `gaps.${at}`)}
                onChange={set}
              />
            )}
          </div>
        )}
      />
      {question.gaps.some(({ kind }) => kind === undefined) && (
        <CaseCheck
          checked={question.caseSensitive}
          onChange={(caseSensitive) => onChange({ ...question, caseSensitive })}
        />
      )}
    </>
  );
}

interface PlainGapFieldsProps {
  gap: PlainGap;
  number: number;
  fault: Fault;
  onChange: (gap: PlainGap) => void;
}

function PlainGapFields({ fault, gap, number, onChange }: PlainGapFieldsProps) {
  return (
    <div className={classes.sides}>
      <TextAreaField
        label={m.author_gap_right({ number })}
        rows={2}
        value={gap.answers.join('\n')}
        error={firstFault((line) => fault(`answers.${line}`), gap.answers.length)}
        onChange={(event) => onChange({ ...gap, answers: event.target.value.split('\n') })}
      />
      <TextAreaField
        label={m.author_gap_wrong({ number })}
        rows={2}
        value={gap.wrong.join('\n')}
        error={firstFault((line) => fault(`wrong.${line}`), gap.wrong.length)}
        onChange={({ target: { value } }) =>
          onChange({ ...gap, wrong: value === '' ? [] : value.split('\n') })
        }
      />
    </div>
  );
}

/** Weight 1 is what a gap has that says nothing of it. */
function weighted({ weight: _, ...gap }: Gap, weight: number): Gap {
  return weight === 1 ? gap : { ...gap, weight };
}

function firstFault(at: (line: number) => string | undefined, lines: number): string | undefined {
  const line = Array.from({ length: lines }, (_, index) => index).find((index) => at(index));
  return line === undefined ? undefined : m.author_line_fault({ number: line + 1, fault: at(line) ?? '' });
}
