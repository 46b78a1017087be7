import { m } from '#web/lib/messages.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { type Difference, DifferenceTable } from './difference-table.tsx';

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
      <DifferenceTable rows={rows} mine={m.admin_conflict_mine()} theirs={m.admin_conflict_theirs()} />
      <DialogActions>
        <Button variant="secondary" onClick={onTakeTheirs}>
          {m.admin_conflict_take_theirs()}
        </Button>
        <Button onClick={onKeepMine}>{m.admin_conflict_keep_mine()}</Button>
      </DialogActions>
    </Dialog>
  );
}
