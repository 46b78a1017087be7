import type { EditCourse } from '#contract/courses';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { compareCourses } from './compare-courses.ts';
import classes from './course-form.module.css';
import { type CourseValues, toValues } from './form-values.ts';

interface SaveConflictProps {
  mine: CourseValues;
  theirs: EditCourse;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: both versions side by side, nothing is lost until one is chosen. */
export function SaveConflict({ mine, onClose, onKeepMine, onTakeTheirs, theirs }: SaveConflictProps) {
  const rows = compareCourses(mine, toValues(theirs));
  return (
    <Dialog open onClose={onClose} title={m.admin_conflict_title()} size="lg">
      <p>{m.admin_conflict_text()}</p>
      <div className={classes.conflict}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.admin_conflict_field()}</th>
              <th scope="col">{m.admin_conflict_mine()}</th>
              <th scope="col">{m.admin_conflict_theirs()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.field}</th>
                <td>{row.mine}</td>
                <td>{row.theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onTakeTheirs}>
          {m.admin_conflict_take_theirs()}
        </Button>
        <Button onClick={onKeepMine}>{m.admin_conflict_keep_mine()}</Button>
      </DialogActions>
    </Dialog>
  );
}
