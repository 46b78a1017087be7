import { type Option, rightFractions } from '#domain/exams/kinds/fraction';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../author/author.module.css';
import { type Fault, within } from '../author/faults.ts';
import { NumberField } from '../author/number-field.tsx';
import { TextList } from '../author/text-list.tsx';

interface OptionsEditorProps {
  /** Whether one option alone can be right. */
  single: boolean;
  name: string;
  options: Option[];
  /** Options earn nothing by themselves, so they can have no percentages. */
  allOrNothing?: boolean;
  onChange: (options: Option[]) => void;
  fault: Fault;
}

/** What can be chosen, and what of it is right or what it earns. */
export function OptionsEditor({
  allOrNothing = false,
  fault,
  name,
  onChange,
  options,
  single,
}: OptionsEditorProps) {
  const weighted = options.some(({ fraction }) => fraction !== undefined);
  const change = (next: Option[]) => onChange(weighted ? marked(next, single) : next);
  return (
    <>
      <TextList
        legend={m.author_options()}
        help={allOrNothing ? m.author_options_all_or_nothing() : helpOf(weighted, single)}
        items={options}
        fresh={{ text: '', correct: false, ...(weighted && { fraction: 0 }) }}
        addWords={m.author_option_add()}
        least={2}
        ordered
        onChange={change}
        fault={within(fault, 'options')}
        row={(option, at, set) => (
          <div className={weighted ? classes.weighted : classes.option}>
            {!weighted && (
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
            )}
            <TextField
              label={m.author_option({ number: at + 1 })}
              value={option.text}
              error={fault(`options.${at}.text`)}
              onChange={(event) => set({ ...option, text: event.target.value })}
            />
            {weighted && (
              <NumberField
                label={m.author_option_fraction({ number: at + 1 })}
                value={option.fraction ?? 0}
                error={fault(`options.${at}.fraction`)}
                onChange={(fraction) => set({ ...option, fraction: fraction ?? Number.NaN })}
              />
            )}
          </div>
        )}
      />
      {!allOrNothing && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={weighted}
            onChange={({ target: { checked } }) =>
              onChange(checked ? withFractions(options, single) : withoutFractions(options, single))
            }
          />
          {m.author_option_fractions()}
        </label>
      )}
    </>
  );
}

function helpOf(weighted: boolean, single: boolean): string {
  if (weighted) return single ? m.author_fractions_single() : m.author_fractions_multiple();
  return single ? m.author_options_single() : m.author_options_multiple();
}

/** With the options marked as right that earn what makes them so. */
function marked(options: readonly Option[], single: boolean): Option[] {
  const right = rightFractions(
    options.map(({ fraction = 0 }) => fraction),
    single,
  );
  return options.map((option, at) => ({ ...option, correct: right[at] === true }));
}

/** Begins with what the marks alone would earn. */
function withFractions(options: readonly Option[], single: boolean): Option[] {
  const right = Math.max(1, options.filter(({ correct }) => correct).length);
  const part = single ? 100 : Number((100 / right).toFixed(5));
  const wrong = single ? 0 : -part;
  return marked(
    options.map((option) => ({ ...option, fraction: option.correct ? part : wrong })),
    single,
  );
}

function withoutFractions(options: readonly Option[], single: boolean): Option[] {
  const first = options.findIndex(({ correct }) => correct);
  return options.map(({ correct, text }, at) => ({ text, correct: single ? at === first : correct }));
}
