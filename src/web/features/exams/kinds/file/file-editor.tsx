import { FILE_KIND_NAMES, FILE_KINDS } from '#domain/exams/kinds/file/file-kinds';
import { m } from '#web/lib/messages.ts';
import classes from '../../author/author.module.css';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { RubricEditor } from '../rubric-editor.tsx';

export function FileEditor({ fault, onChange, question }: KindEditorProps<'file'>) {
  const { accept } = question;
  return (
    <>
      <fieldset className={classes.tags}>
        <legend>{m.author_file_kinds()}</legend>
        {FILE_KIND_NAMES.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={accept.includes(kind)}
              onChange={({ target: { checked } }) =>
                onChange({
                  ...question,
                  accept: FILE_KIND_NAMES.filter((one) => (one === kind ? checked : accept.includes(one))),
                })
              }
            />
            {FILE_KINDS[kind].endings.slice(0, 5).join(', ')}
          </label>
        ))}
      </fieldset>
      {fault('accept') && (
        <p className={classes.fault} role="alert">
          {fault('accept')}
        </p>
      )}
      <div className={classes.short}>
        <NumberField
          label={m.author_file_size()}
          value={question.maxMegabytes}
          error={fault('maxMegabytes')}
          onChange={(maxMegabytes) => onChange({ ...question, maxMegabytes: maxMegabytes ?? Number.NaN })}
        />
      </div>
      <RubricEditor
        rubric={question.rubric}
        onChange={(rubric) => onChange({ ...question, rubric })}
        fault={fault}
      />
    </>
  );
}
