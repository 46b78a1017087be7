import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { CompareFiles } from '../history/compare-files.tsx';
import historyClasses from '../history/history.module.css';
import type { Work } from './work.ts';

/** Another tab or device saved meanwhile: both versions, and the choice between them. */
export function ConflictQuestion({ work }: { work: Work }) {
  const { conflict, files, keepMine, postpone, takeOther } = work;
  if (!conflict) return null;
  return (
    <Dialog open onClose={postpone} title={m.labs_conflict_title()} size="lg">
      <p className={historyClasses.lead}>
        {conflict.keptAs ? m.labs_conflict_kept() : m.labs_conflict_text()}
      </p>
      <CompareFiles from={files} to={conflict.files} label={m.labs_conflict_title()} />
      <DialogActions>
        <Button variant="secondary" onClick={takeOther}>
          {m.labs_conflict_theirs()}
        </Button>
        <Button onClick={keepMine}>{m.labs_conflict_mine()}</Button>
      </DialogActions>
    </Dialog>
  );
}
