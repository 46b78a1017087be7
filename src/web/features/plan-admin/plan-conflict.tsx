import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { tierWord } from '#web/ui/tier-badge.tsx';
import classes from './plan-list.module.css';
import type { PlanValues } from './plan-values.ts';

interface PlanConflictProps {
  mine: PlanValues;
  theirs: PlanValues;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: what differs side by side, nothing is lost until one is chosen. */
export function PlanConflict({ mine, onClose, onKeepMine, onTakeTheirs, theirs }: PlanConflictProps) {
  const rows = [
    [m.plans_admin_name(), mine.name, theirs.name],
    [m.plans_admin_tier(), tierWord(mine.tier), tierWord(theirs.tier)],
    [m.plans_admin_price(), mine.price, theirs.price],
    [m.plans_admin_description(), mine.description, theirs.description],
    [m.plans_admin_features(), mine.features.join(', '), theirs.features.join(', ')],
  ].filter(([, own, other]) => own !== other);
  return (
    <Dialog open onClose={onClose} title={m.plans_admin_conflict()} size="lg">
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
            {rows.map(([field, own, other]) => (
              <tr key={field}>
                <th scope="row">{field}</th>
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
