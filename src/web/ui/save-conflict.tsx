import { m } from '#web/lib/messages.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import classes from './save-conflict.module.css';

/** A field that differs; the key tells apart fields of the same name. */
export interface Difference {
  readonly key: string;
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
}

interface SaveConflictProps {
  title: string;
  /** What differs. */
  rows: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: what differs side by side, nothing is lost until one is chosen. */
export function SaveConflict({ onClose, onKeepMine, onTakeTheirs, rows, title }: SaveConflictProps) {
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
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
            {rows.map(({ field, key, mine, theirs }) => (
              <tr key={key}>
                <th scope="row">{field}</th>
                <td>{mine}</td>
                <td>{theirs}</td>
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
