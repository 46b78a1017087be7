import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Start } from '#contract/courses/course-form';
import { m } from '#web/lib/messages.ts';
import { fromLocal, LAST_LOCAL, nextFullHour, toLocal } from '#web/lib/time/local-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './status.module.css';

interface ScheduleStartProps {
  isBusy: boolean;
  /** Saves what is new, to be published at this time. */
  onSchedule: (event: FormEvent, start: Start) => void;
}

/** The button that saves something new and has it published later, and its dialog. */
export function ScheduleStart({ isBusy, onSchedule }: ScheduleStartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="lg" busy={isBusy} onClick={() => setOpen(true)}>
        {m.publishing_start_scheduled()}
      </Button>
      {isOpen &&
        // The form around it is saved by what is chosen here, and not by Enter in it.
        createPortal(
          <TimeDialog
            onClose={() => setOpen(false)}
            onTime={(event, publishAt) => {
              setOpen(false);
              onSchedule(event, { start: 'scheduled', publishAt });
            }}
          />,
          document.body,
        )}
    </>
  );
}

interface TimeDialogProps {
  onClose: () => void;
  onTime: (event: FormEvent, publishAt: string) => void;
}

function TimeDialog({ onClose, onTime }: TimeDialogProps) {
  const [time, setTime] = useState(() => toLocal(nextFullHour()));
  const [isLate, setLate] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const publishAt = fromLocal(time);
    // The field counts in minutes: the present one has started.
    if (publishAt !== null && publishAt > new Date().toISOString()) onTime(event, publishAt);
    else setLate(true);
  };
  return (
    <Dialog open onClose={onClose} title={m.publishing_scheduled_title()}>
      <form className={classes.change} onSubmit={submit}>
        <p>{m.publishing_scheduled_text()}</p>
        <TextField
          label={m.publishing_scheduled_time()}
          type="datetime-local"
          max={LAST_LOCAL}
          required
          error={isLate ? m.publishing_scheduled_past() : undefined}
          autoFocus
          value={time}
          onChange={(event) => {
            setTime(event.target.value);
            setLate(false);
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit">{m.publishing_to_scheduled()}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
