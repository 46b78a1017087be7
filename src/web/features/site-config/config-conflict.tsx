import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import classes from './config.module.css';

type Rows = readonly (readonly [label: string, value: string])[];

interface ConfigConflictProps {
  mine: Rows;
  theirs: Rows;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: what differs side by side, nothing is lost until one is chosen. */
export function ConfigConflict({ mine, onClose, onKeepMine, onTakeTheirs, theirs }: ConfigConflictProps) {
  const rows = mine.flatMap(([label, own], index) => {
    const other = theirs[index]?.[1] ?? '';
    return own === other ? [] : [{ label, own, other }];
  });
  return (
    <Dialog open onClose={onClose} title={m.config_conflict()} size="lg">
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
            {rows.map(({ label, other, own }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{own}</td>
                <td>{other}</td>
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
