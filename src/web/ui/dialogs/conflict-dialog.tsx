import { useId, useState } from 'react';
import { type Choice, type Choices, keyOf } from '#domain/merge-versions';
import { m } from '#web/lib/messages.ts';
import type { Conflict, Merge, Settling } from '#web/lib/saving/use-versioned-save.ts';
import { Button } from '../button.tsx';
import type { Difference } from '../layout/difference-table.tsx';
import classes from './conflict-dialog.module.css';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConflictDialogProps<Values> {
  title: string;
  /** What `useVersionedSave` answered. */
  saving: Settling<Values>;
  /** What differs between two versions, in words. */
  compare: (mine: Values, theirs: Values) => readonly Difference[];
}

/** What two people changed in the same field, side by side: one of the two is chosen for each. */
export function ConflictDialog<Values>({ compare, saving, title }: ConflictDialogProps<Values>) {
  const { conflict, dismiss, merge, settle } = saving;
  if (!conflict) return null;
  return (
    <Dialog open onClose={dismiss} title={title} size="lg">
      <p>{m.admin_conflict_fields_text()}</p>
      <Fields
        // Somebody saved once more: what to choose is another question.
        key={conflict.round}
        compare={compare}
        conflict={conflict}
        merge={merge}
        onSave={(choices) => settle(conflict, choices)}
        onClose={dismiss}
      />
    </Dialog>
  );
}

interface FieldsProps<Values> {
  conflict: Conflict<Values>;
  merge: Merge<Values>;
  compare: ConflictDialogProps<Values>['compare'];
  onSave: (choices: Choices) => Promise<void>;
  onClose: () => void;
}

function Fields<Values>({ compare, conflict, merge, onClose, onSave }: FieldsProps<Values>) {
  const { base, fields, mine, theirs } = conflict;
  const [choices, setChoices] = useState<Choices>({});
  const [busy, setBusy] = useState(false);
  const ours = merge(base, mine, theirs.values).merged;
  const save = async () => {
    setBusy(true);
    await onSave(choices);
    setBusy(false);
  };
  return (
    <>
      {fields.map(keyOf).map((key) => (
        <Field
          key={key}
          // What choosing theirs here would change.
          rows={compare(ours, merge(base, mine, theirs.values, { [key]: 'theirs' }).merged)}
          choice={choices[key] ?? 'mine'}
          onChoose={(choice) => setChoices({ ...choices, [key]: choice })}
        />
      ))}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button busy={busy} onClick={save}>
          {busy ? m.auth_saving() : m.admin_conflict_save()}
        </Button>
      </DialogActions>
    </>
  );
}

interface FieldProps {
  rows: readonly Difference[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function Field({ choice, onChoose, rows }: FieldProps) {
  const group = useId();
  const [first] = rows;
  const name = first?.field ?? m.admin_conflict_differences();
  const sides = [
    { side: 'mine', label: m.admin_conflict_mine() },
    { side: 'theirs', label: m.admin_conflict_theirs() },
  ] as const;
  return (
    <fieldset className={classes.field}>
      <legend>{name}</legend>
      <div className={classes.sides}>
        {sides.map(({ label, side }) => (
          <label key={side} className={classes.side}>
            <span className={classes.head}>
              <input type="radio" name={group} checked={choice === side} onChange={() => onChoose(side)} />
              {label}
            </span>
            <span className={classes.text}>
              {rows.map((row) => (rows.length > 1 ? `${row.field}: ${row[side]}` : row[side])).join('\n') ||
                m.admin_conflict_empty()}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
