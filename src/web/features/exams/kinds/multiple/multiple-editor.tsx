import type { KindEditorProps } from '../../author/form-question.ts';
import { OptionsEditor } from '../options-editor.tsx';

export function MultipleEditor({ fault, onChange, question }: KindEditorProps<'multiple'>) {
  return (
    <OptionsEditor
      single={false}
      name={question.id}
      options={question.options}
      onChange={(options) => onChange({ ...question, options })}
      fault={fault}
    />
  );
}
