import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import type { KindEditorProps } from '../../author/form-question.ts';

export function TrueFalseEditor({ onChange, question }: KindEditorProps<'true-false'>) {
  return (
    <SelectField
      label={m.author_statement()}
      value={String(question.answer)}
      onChange={(event) => onChange({ ...question, answer: event.target.value === 'true' })}
    >
      <option value="true">{m.exams_true()}</option>
      <option value="false">{m.exams_false()}</option>
    </SelectField>
  );
}
