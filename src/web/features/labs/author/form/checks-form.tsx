import { useState } from 'react';
import type { LabFault } from '#contract/courses/lab-authoring';
import type { Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField } from '#web/ui/fields/text-field.tsx';
import { CHECK_KINDS, CHECK_WORDS, type CheckKind, checkLines } from '../templates.ts';
import { appendItem, freeId } from '../yaml-lists.ts';
import { CheckCard } from './check-card.tsx';
import { moveUp, removeItem, setYaml } from './edit-yaml.ts';
import classes from './form.module.css';
import { readForm } from './read-form.ts';

interface ChecksFormProps {
  /** `lab.yaml`. */
  text: string;
  runner: Runner;
  /** Of this file. */
  faults: readonly LabFault[];
  onChange: (text: string) => void;
  onText: () => void;
  /** The text as it is when this is called. */
  latest: () => string;
}

/** The checks and hints of `lab.yaml` as fields. Each change is written into its text, and nothing else of it changes. */
export function ChecksForm({ faults, latest, onChange, onText, runner, text }: ChecksFormProps) {
  const [opened, setOpened] = useState<number | null>(null);
  // What is typed in the fields of a check belongs to its place.
  const [order, setOrder] = useState(0);
  const form = readForm(text);
  if (!form)
    return (
      <div className={classes.form}>
        <p>{m.lab_form_unreadable()}</p>
        <Button variant="secondary" onClick={onText}>
          {m.lab_form_as_text()}
        </Button>
      </div>
    );
  const rearrange = (next: string, open: number | null, undo: string) => {
    onChange(next);
    setOpened(open);
    setOrder((count) => count + 1);
    if (undo === '') return;
    toast({
      title: undo,
      action: {
        label: m.labs_undo(),
        run: () => {
          // Only if nothing was changed since.
          if (latest() === next) onChange(text);
          setOrder((count) => count + 1);
        },
      },
    });
  };
  const kinds: readonly CheckKind[] = CHECK_KINDS[runner];
  return (
    <div className={classes.form}>
      <section aria-label={m.lab_author_checks()} className={classes.list}>
        {form.checks.map((check, at) => {
          const path = ['checks', at] as const;
          return (
            <CheckCard
              key={`${order}-${String(at)}`}
              check={check}
              runner={runner}
              faults={faults.filter(
                ({ line }) => line !== null && line >= check.lines[0] && line < check.lines[1],
              )}
              isOpen={opened === at}
              isFirst={at === 0}
              onToggle={(isOpen) => setOpened((before) => (isOpen ? at : before === at ? null : before))}
              onSet={(key, value, written) => onChange(setYaml(text, [...path, key], value, written))}
              onMoveUp={() => rearrange(moveUp(text, path), at - 1, '')}
              onRemove={() =>
                rearrange(
                  removeItem(text, path),
                  null,
                  m.lab_form_deleted({ name: String(check.values.name ?? check.values.id ?? '') }),
                )
              }
            />
          );
        })}
        <AddCheck
          kinds={kinds}
          onAdd={(kind) => {
            const next = appendItem(text, 'checks', checkLines(kind, runner, freeId(text)));
            rearrange(next.text, form.checks.length, '');
          }}
        />
      </section>
      <Hints
        key={`hints-${String(order)}`}
        hints={form.hints}
        onSet={(at, hint) => onChange(setYaml(text, ['hints', at], hint))}
        onAdd={() =>
          rearrange(appendItem(text, 'hints', [JSON.stringify(m.lab_author_new_hint())]).text, opened, '')
        }
        onRemove={(at) => rearrange(removeItem(text, ['hints', at]), opened, m.lab_form_hint_deleted())}
      />
    </div>
  );
}

function AddCheck({ kinds, onAdd }: { kinds: readonly CheckKind[]; onAdd: (kind: CheckKind) => void }) {
  const [chosen, setChosen] = useState<CheckKind>();
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0];
  return (
    <div className={classes.add}>
      <SelectField
        label={m.lab_author_new_kind()}
        value={kind}
        onChange={(event) => setChosen(event.target.value as CheckKind)}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {CHECK_WORDS[each]()}
          </option>
        ))}
      </SelectField>
      <Button variant="secondary" onClick={() => kind && onAdd(kind)}>
        {m.lab_form_add()}
      </Button>
    </div>
  );
}

interface HintsProps {
  hints: readonly string[];
  onSet: (at: number, hint: string) => void;
  onAdd: () => void;
  onRemove: (at: number) => void;
}

function Hints({ hints, onAdd, onRemove, onSet }: HintsProps) {
  return (
    <section aria-label={m.labs_hints()} className={classes.list}>
      <h3>{m.labs_hints()}</h3>
      <p>{m.lab_author_help_hints()}</p>
      {hints.map((hint, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hint is its place; its text changes while it is typed
        <div key={at} className={classes.hint}>
          <TextAreaField
            label={m.labs_hint({ number: at + 1 })}
            value={hint}
            rows={2}
            maxLength={1000}
            onChange={(event) => onSet(at, event.target.value)}
          />
          <Button variant="quiet" size="sm" onClick={() => onRemove(at)}>
            {m.lab_form_hint_delete({ number: at + 1 })}
          </Button>
        </div>
      ))}
      <Button variant="secondary" onClick={onAdd}>
        {m.lab_form_hint_add()}
      </Button>
    </section>
  );
}
