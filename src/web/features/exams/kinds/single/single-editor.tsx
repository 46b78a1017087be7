import type { KindEditorProps } from '../../author/form-question.ts';
import { OptionsEditor } from '../options-editor.tsx';

export function SingleEditor({ fault, onChange, question }: KindEditorProps<'single'>) {
  return (
    <OptionsEditor
      single
      name={question.id}
      options={question.options}
      onChange={(options) => onChange({ ...question, options })}
      fault={fault}
    />
  );
}
