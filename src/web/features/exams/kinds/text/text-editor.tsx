import { m } from '#web/lib/messages.ts';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { AcceptedEditor } from '../accepted-editor.tsx';
import { CaseCheck } from '../case-check.tsx';

export function TextEditor({ fault, onChange, question }: KindEditorProps<'text'>) {
  return (
    <>
      <AcceptedEditor
        legend={m.author_forms()}
        answers={question.answers}
        onChange={(answers) => onChange({ ...question, answers })}
        fault={within(fault, 'answers')}
      />
      <CaseCheck
        checked={question.caseSensitive}
        onChange={(caseSensitive) => onChange({ ...question, caseSensitive })}
      />
    </>
  );
}
