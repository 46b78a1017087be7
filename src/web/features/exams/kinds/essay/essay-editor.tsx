import { m } from '#web/lib/messages.ts';
import classes from '../../author/author.module.css';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { RubricEditor } from '../rubric-editor.tsx';

export function EssayEditor({ fault, onChange, question }: KindEditorProps<'essay'>) {
  return (
    <>
      <div className={classes.pair}>
        <NumberField
          label={m.author_words_min()}
          help={m.author_no_limit()}
          value={question.minWords}
          empty={null}
          error={fault('minWords')}
          onChange={(minWords) => onChange({ ...question, minWords })}
        />
        <NumberField
          label={m.author_words_max()}
          help={m.author_no_limit()}
          value={question.maxWords}
          empty={null}
          error={fault('maxWords')}
          onChange={(maxWords) => onChange({ ...question, maxWords })}
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
