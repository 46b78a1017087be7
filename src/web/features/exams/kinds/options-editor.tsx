import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import classes from '../author/author.module.css';
import { type Fault, within } from '../author/faults.ts';
import { TextList } from '../author/text-list.tsx';

interface Option {
  text: string;
  correct: boolean;
}

interface OptionsEditorProps {
  /** Whether one option alone can be right. */
  single: boolean;
  name: string;
  options: Option[];
  onChange: (options: Option[]) => void;
  fault: Fault;
}

/** What can be chosen, and what of it is right. */
export function OptionsEditor({ fault, name, onChange, options, single }: OptionsEditorProps) {
  return (
    <TextList
      legend={m.author_options()}
      help={single ? m.author_options_single() : m.author_options_multiple()}
      items={options}
      fresh={{ text: '', correct: false }}
      addWords={m.author_option_add()}
      least={2}
      ordered
      onChange={onChange}
      fault={within(fault, 'options')}
      row={(option, at, set) => (
        <div className={classes.option}>
          <label className={classes.mark}>
            {m.author_option_right()}
            <span className={classes.markBox}>
              <input
                type={single ? 'radio' : 'checkbox'}
                name={`right-${name}`}
                aria-label={m.author_option_is_right({ number: at + 1 })}
                checked={option.correct}
                onChange={({ target: { checked } }) =>
                  single
                    ? onChange(options.map(({ text }, index) => ({ text, correct: index === at })))
                    : set({ ...option, correct: checked })
                }
              />
            </span>
          </label>
          <TextField
            label={m.author_option({ number: at + 1 })}
            value={option.text}
            error={fault(`options.${at}.text`)}
            onChange={(event) => set({ ...option, text: event.target.value })}
          />
        </div>
      )}
    />
  );
}
