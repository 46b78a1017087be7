import { m } from '#web/lib/messages.ts';
import { MarkdownEditor } from '#web/ui/writing/markdown-editor.tsx';
import { KindEditor } from '../kinds/kind-editor.tsx';
import classes from './author.module.css';
import type { Fault } from './faults.ts';
import type { FormQuestion } from './form-question.ts';
import { NumberField } from './number-field.tsx';
import { ParameterList } from './parameter-list.tsx';

interface QuestionEditorProps {
  question: FormQuestion;
  onChange: (question: FormQuestion) => void;
  fault: Fault;
}

/** Everything of one question: what is asked, what its kind needs, the points and why it is so. */
export function QuestionEditor({ fault, onChange, question }: QuestionEditorProps) {
  return (
    <>
      <MarkdownEditor
        label={m.author_prompt()}
        help={question.kind === 'gaps' ? m.author_prompt_gaps() : undefined}
        size="sm"
        value={question.prompt}
        error={fault('prompt')}
        onChange={(prompt) => onChange({ ...question, prompt })}
      />
      <KindEditor question={question} onChange={onChange} fault={fault} />
      <ParameterList question={question} onChange={onChange} fault={fault} />
      <div className={classes.short}>
        <NumberField
          label={m.author_points()}
          value={question.points}
          error={fault('points')}
          onChange={(points) => onChange({ ...question, points: points ?? Number.NaN })}
        />
      </div>
      <MarkdownEditor
        label={m.author_explanation()}
        help={m.author_explanation_help()}
        size="sm"
        value={question.explanation}
        error={fault('explanation')}
        onChange={(explanation) => onChange({ ...question, explanation })}
      />
    </>
  );
}
