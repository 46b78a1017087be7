import type { PartialForm } from '#domain/exams/kinds/text/text';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../author/author.module.css';
import type { Fault } from '../author/faults.ts';
import { NumberField } from '../author/number-field.tsx';
import { TextList } from '../author/text-list.tsx';

interface PartialEditorProps {
  forms: PartialForm[];
  onChange: (forms: PartialForm[]) => void;
  fault: Fault;
}

/** Answers that earn a part of the points, as a text or as a pattern. */
export function PartialEditor({ fault, forms, onChange }: PartialEditorProps) {
  return (
    <TextList
      legend={m.author_partial()}
      help={m.author_partial_help()}
      items={forms}
      fresh={{ text: '', fraction: 50 }}
      addWords={m.author_partial_add()}
      least={0}
      ordered
      onChange={onChange}
      fault={fault}
      row={(form, at, set) => {
        const { fraction, pattern, text } = form;
        const written = pattern ?? text ?? '';
        return (
          <div>
            <div className={classes.sides}>
              <TextField
                label={m.author_partial_form({ number: at + 1 })}
                value={written}
                spellCheck={pattern === undefined}
                error={fault(`${at}.text`) ?? fault(`${at}.pattern`)}
                onChange={({ target: { value } }) =>
                  set(pattern === undefined ? { text: value, fraction } : { pattern: value, fraction })
                }
              />
              <NumberField
                label={m.author_partial_fraction({ number: at + 1 })}
                value={fraction}
                error={fault(`${at}.fraction`)}
                onChange={(next) => set({ ...form, fraction: next ?? Number.NaN })}
              />
            </div>
            <label className={classes.check}>
              <input
                type="checkbox"
                checked={pattern !== undefined}
                onChange={({ target: { checked } }) =>
                  set(checked ? { pattern: written, fraction } : { text: written, fraction })
                }
              />
              {m.author_partial_pattern({ number: at + 1 })}
            </label>
          </div>
        );
      }}
    />
  );
}
