import type { ReactNode } from 'react';
import classes from '../../author/author.module.css';
import type { Fault } from '../../author/faults.ts';
import type { FormOf } from '../../author/form-question.ts';
import { NumberEditor } from '../number/number-editor.tsx';
import { SingleEditor } from '../single/single-editor.tsx';
import { TextEditor } from '../text/text-editor.tsx';
import type { QuestionGap } from './gap-kinds.ts';

interface QuestionGapEditorProps {
  gap: QuestionGap;
  /** Of its fields, as no other gap of the page has it. */
  name: string;
  legend: string;
  fault: Fault;
  onChange: (gap: QuestionGap) => void;
}

/** A gap that is a question of its own, edited as one. */
export function QuestionGapEditor({ legend, ...rest }: QuestionGapEditorProps) {
  return (
    <fieldset className={classes.inner}>
      <legend>{legend}</legend>
      {editorOf(rest)}
    </fieldset>
  );
}

function editorOf({ fault, gap, name, onChange }: Omit<QuestionGapEditorProps, 'legend'>): ReactNode {
  const head = { id: name, prompt: '', points: 1, explanation: '' };
  switch (gap.kind) {
    case 'text':
      return (
        <TextEditor
          question={{ ...head, ...gap }}
          onChange={(question) => onChange({ ...withoutHead(question), ...weightOf(gap) })}
          fault={fault}
        />
      );
    case 'number':
      return (
        <NumberEditor
          question={{ ...head, ...gap }}
          onChange={({ unit: _, ...question }) => onChange({ ...withoutHead(question), ...weightOf(gap) })}
          fault={fault}
          hasUnit={false}
        />
      );
    case 'single':
      return (
        <SingleEditor
          question={{ ...head, ...gap }}
          onChange={(question) => onChange({ ...withoutHead(question), ...weightOf(gap) })}
          fault={fault}
        />
      );
  }
}

type Head = Pick<FormOf<'text'>, 'id' | 'prompt' | 'points' | 'explanation'>;

function withoutHead<Asks extends Head>({
  explanation,
  id,
  points,
  prompt,
  ...gap
}: Asks): Omit<Asks, keyof Head> {
  return gap;
}

function weightOf({ weight }: QuestionGap): { weight?: number } {
  return weight === undefined ? {} : { weight };
}
