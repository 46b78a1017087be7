import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../author/author.module.css';
import { type Fault, within } from '../author/faults.ts';
import type { FormOf } from '../author/form-question.ts';
import { NumberField } from '../author/number-field.tsx';
import { TextList } from '../author/text-list.tsx';

type Rubric = FormOf<'essay'>['rubric'];

interface RubricEditorProps {
  rubric: Rubric;
  onChange: (rubric: Rubric) => void;
  fault: Fault;
}

/** What a marker looks at, each with the levels it can be met on. */
export function RubricEditor({ fault, onChange, rubric }: RubricEditorProps) {
  const at = within(fault, 'rubric');
  return (
    <TextList
      legend={m.author_rubric()}
      help={m.author_rubric_help()}
      items={rubric}
      fresh={{
        text: '',
        levels: [
          { text: '', points: 0 },
          { text: '', points: 1 },
        ],
      }}
      addWords={m.author_criterion_add()}
      least={0}
      ordered
      onChange={onChange}
      fault={at}
      row={(criterion, index, set) => (
        <div className={classes.settings}>
          <TextField
            label={m.author_criterion({ number: index + 1 })}
            value={criterion.text}
            error={at(`${index}.text`)}
            onChange={(event) => set({ ...criterion, text: event.target.value })}
          />
          <TextList
            legend={m.author_levels({ number: index + 1 })}
            items={criterion.levels}
            fresh={{ text: '', points: 0 }}
            addWords={m.author_level_add()}
            least={2}
            onChange={(levels) => set({ ...criterion, levels })}
            fault={within(at, `${index}.levels`)}
            row={(level, place, setLevel) => (
              <div className={classes.sides}>
                <TextField
                  label={m.author_level({ number: place + 1 })}
                  value={level.text}
                  error={at(`${index}.levels.${place}.text`)}
                  onChange={(event) => setLevel({ ...level, text: event.target.value })}
                />
                <NumberField
                  label={m.author_points()}
                  value={level.points}
                  error={at(`${index}.levels.${place}.points`)}
                  onChange={(points) => setLevel({ ...level, points: points ?? Number.NaN })}
                />
              </div>
            )}
          />
        </div>
      )}
    />
  );
}
