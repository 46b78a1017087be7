import { m } from '#web/lib/messages.ts';
import { TextAreaField } from '#web/ui/text-field.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { TextList } from '../../author/text-list.tsx';
import { CaseCheck } from '../case-check.tsx';

type Gap = KindEditorProps<'gaps'>['question']['gaps'][number];

/** The gaps of a text, in the order in which its prompt numbers them. */
export function GapsEditor({ fault, onChange, question }: KindEditorProps<'gaps'>) {
  return (
    <>
      <TextList
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
          <div className={classes.sides}>
            <TextAreaField
              label={m.author_gap_right({ number: at + 1 })}
              rows={2}
              value={gap.answers.join('\n')}
              error={firstFault((line) => fault(`gaps.${at}.answers.${line}`), gap.answers.length)}
              onChange={(event) => set({ ...gap, answers: event.target.value.split('\n') })}
            />
            <TextAreaField
              label={m.author_gap_wrong({ number: at + 1 })}
              rows={2}
              value={gap.wrong.join('\n')}
              error={firstFault((line) => fault(`gaps.${at}.wrong.${line}`), gap.wrong.length)}
              onChange={({ target: { value } }) =>
                set({ ...gap, wrong: value === '' ? [] : value.split('\n') })
              }
            />
            <NumberField
              label={m.author_gap_weight({ number: at + 1 })}
              value={gap.weight ?? 1}
              error={fault(`gaps.${at}.weight`)}
              onChange={(weight) => set(weighted(gap, weight ?? Number.NaN))}
            />
          </div>
        )}
      />
      <CaseCheck
        checked={question.caseSensitive}
        onChange={(caseSensitive) => onChange({ ...question, caseSensitive })}
      />
    </>
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
