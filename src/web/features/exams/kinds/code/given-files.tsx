import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { TextList } from '../../author/text-list.tsx';
import own from './code-question-editor.module.css';

type Code = KindEditorProps<'code'>['question']['code'];

interface GivenFilesProps {
  code: Code;
  fault: KindEditorProps<'code'>['fault'];
  onChange: (changes: Partial<Code>) => void;
}

/** What learners read and use, and in Python and SQL what is run before anything else. */
export function GivenFiles({ code, fault, onChange }: GivenFilesProps) {
  const { given, runner, setup = [] } = code;
  const canSetUp = runner === 'python' || runner === 'sql';
  const items = given.map((file) => ({ ...file, first: setup.includes(file.path) }));
  return (
    <TextList
      legend={m.author_code_given()}
      help={m.author_code_given_help()}
      items={items}
      fresh={{ path: '', text: '', first: false }}
      addWords={m.author_code_given_add()}
      least={0}
      ordered
      onChange={(next) => {
        const first = next.filter((each) => each.first).map(({ path }) => path);
        onChange({
          given: next.map(({ path, text }) => ({ path, text })),
          setup: first.length > 0 ? first : undefined,
        });
      }}
      fault={within(fault, 'given')}
      row={(file, at, set) => (
        <div className={own.given}>
          <TextField
            label={m.author_code_path({ number: at + 1 })}
            value={file.path}
            error={fault(`given.${at}.path`)}
            spellCheck={false}
            onChange={({ target: { value } }) => set({ ...file, path: value })}
          />
          <TextAreaField
            label={m.author_code_text({ number: at + 1 })}
            rows={5}
            spellCheck={false}
            className={own.mono}
            value={file.text}
            error={fault(`given.${at}.text`)}
            onChange={({ target: { value } }) => set({ ...file, text: value })}
          />
          {canSetUp && (
            <label className={classes.check}>
              <input
                type="checkbox"
                checked={file.first}
                onChange={({ target: { checked } }) => set({ ...file, first: checked })}
              />
              {m.author_code_setup()}
            </label>
          )}
        </div>
      )}
    />
  );
}
