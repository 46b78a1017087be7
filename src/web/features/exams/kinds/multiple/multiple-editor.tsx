import { m } from '#web/lib/messages.ts';
import classes from '../../author/author.module.css';
import type { KindEditorProps } from '../../author/form-question.ts';
import { OptionsEditor } from '../options-editor.tsx';

export function MultipleEditor({ fault, onChange, question }: KindEditorProps<'multiple'>) {
  const { allOrNothing = false, ...partly } = question;
  const weighted = question.options.some(({ fraction }) => fraction !== undefined);
  return (
    <>
      <OptionsEditor
        single={false}
        name={question.id}
        options={question.options}
        onChange={(options) => onChange({ ...question, options })}
        fault={fault}
        allOrNothing={allOrNothing}
      />
      {!weighted && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={allOrNothing}
            onChange={({ target: { checked } }) =>
              onChange(checked ? { ...question, allOrNothing: true } : partly)
            }
          />
          {m.author_all_or_nothing()}
        </label>
      )}
    </>
  );
}
