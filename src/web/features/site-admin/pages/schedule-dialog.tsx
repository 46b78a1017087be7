import { type FormEvent, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { fromLocal, LAST_LOCAL, nextFullHour, toLocal } from '#web/lib/time/local-time.ts';
import { ACTIONS } from '#web/ui/badges/state-actions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './pages.module.css';

interface ScheduleDialogProps {
  /** When it is due by now; null: it isn't scheduled yet. */
  publishAt: string | null;
  onSchedule: (publishAt: string) => Promise<void>;
  onClose: () => void;
}

/** Asks when a page is published. */
export function ScheduleDialog({ onClose, onSchedule, publishAt }: ScheduleDialogProps) {
  const [time, setTime] = useState(() => toLocal(publishAt ?? nextFullHour()));
  const { busy, run } = useHeld(async () => {
    const chosen = fromLocal(time);
    if (chosen !== null) await onSchedule(chosen);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) run();
  };
  return (
    <Dialog open onClose={onClose} title={m.publishing_scheduled_title()}>
      <form className={classes.schedule} onSubmit={submit}>
        <p>{m.pages_scheduled_text()}</p>
        <TextField
          label={m.publishing_scheduled_time()}
          type="datetime-local"
          required
          min={toLocal(new Date().toISOString())}
          max={LAST_LOCAL}
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" busy={busy}>
            {ACTIONS.scheduled()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
