import { useState } from 'react';
import { type Choice, type Choices, keyOf, mergeVersions } from '#domain/courses/merge-versions';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { useTierName } from '#web/ui/tier-badge.tsx';
import { compareCourses } from './compare-courses.ts';
import classes from './course-conflict.module.css';
import { useNames } from './use-names.ts';
import type { Conflict } from './use-versioned-form.ts';

interface CourseConflictProps {
  conflict: Conflict;
  onChoose: (choices: Choices) => void;
  onClose: () => void;
}

/** What two people changed in the same field, side by side: one of the two is chosen for each. */
export function CourseConflict({ conflict, onChoose, onClose }: CourseConflictProps) {
  const { base, fields, mine, theirs } = conflict;
  const nameOf = useNames([mine, theirs.values]);
  const tierName = useTierName();
  const [choices, setChoices] = useState<Choices>({});
  const ours = mergeVersions(base, mine, theirs.values).merged;
  return (
    <Dialog open onClose={onClose} title={m.admin_conflict_title()} size="lg">
      <p>{m.admin_conflict_fields_text()}</p>
      {fields.map(keyOf).map((key) => (
        <ConflictField
          key={key}
          // What choosing theirs here would change.
          rows={compareCourses(
            ours,
            mergeVersions(base, mine, theirs.values, { [key]: 'theirs' }).merged,
            nameOf,
            tierName,
          )}
          choice={choices[key] ?? 'mine'}
          onChoose={(choice) => setChoices({ ...choices, [key]: choice })}
        />
      ))}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button onClick={() => onChoose(choices)}>{m.admin_conflict_save()}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConflictFieldProps {
  rows: ReturnType<typeof compareCourses>;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function ConflictField({ choice, onChoose, rows }: ConflictFieldProps) {
  const [first] = rows;
  const name = first?.field ?? m.admin_section_content();
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
              <input type="radio" checked={choice === side} onChange={() => onChoose(side)} />
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
