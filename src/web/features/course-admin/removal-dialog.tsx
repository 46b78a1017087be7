import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RemovalImpact } from '#contract/courses';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { impactQuery } from './queries.ts';
import classes from './removal-dialog.module.css';

/** What is about to be deleted: a course, or one of its sections. */
export interface Removal {
  readonly courseId: string;
  readonly sectionId?: string;
  readonly title: string;
}

interface RemovalDialogProps {
  /** Null: closed. */
  removal: Removal | null;
  /** The words of the specification. */
  text: ReactNode;
  confirm?: string;
  onCancel: () => void;
  onConfirm: () => void;
  busy?: boolean;
}

/** Asks before a course or a section is deleted: what hangs on it, and its title where learners have something to lose. */
export function RemovalDialog({ removal, onCancel, ...rest }: RemovalDialogProps) {
  return (
    <Dialog open={removal !== null} onClose={onCancel} title={m.ui_confirm_title()}>
      {removal && (
        <Question
          key={removal.sectionId ?? removal.courseId}
          removal={removal}
          onCancel={onCancel}
          {...rest}
        />
      )}
    </Dialog>
  );
}

type QuestionProps = RemovalDialogProps & { removal: Removal };

function Question({ busy, confirm, onCancel, onConfirm, removal, text }: QuestionProps) {
  const { data, error } = useQuery(impactQuery(useApi(), removal));
  const [typed, setTyped] = useState('');
  const isHeavy = data !== undefined && data.learners + data.attempts + data.marks > 0;
  // Where it cannot be counted the title is asked for, too.
  const asksTitle = isHeavy || error !== null;
  const isReady =
    (data !== undefined || error !== null) && (!asksTitle || typed.trim() === removal.title.trim());
  return (
    <div className={classes.form}>
      <p>{text}</p>
      {!data && !error && <LoadingState inline />}
      {data && isHeavy && <p className={classes.impact}>{impactWords(data)}</p>}
      {error && <p className={classes.impact}>{m.admin_removal_unknown()}</p>}
      <p className={classes.trash}>{m.admin_removal_trash()}</p>
      {asksTitle && (
        <TextField
          label={m.admin_removal_type({ title: removal.title })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form around it is not to be saved.
            event.preventDefault();
            if (isReady && !busy) onConfirm();
          }}
        />
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel} autoFocus>
          {m.ui_cancel()}
        </Button>
        <Button variant="danger" strong disabled={busy === true || !isReady} onClick={onConfirm}>
          {confirm ?? m.ui_delete()}
        </Button>
      </DialogActions>
    </div>
  );
}

function impactWords({ attempts, learners, marks }: RemovalImpact): string {
  const parts = [
    learners > 0 && m.admin_removal_learners({ count: learners }),
    attempts > 0 && m.admin_removal_attempts({ count: attempts }),
    marks > 0 && m.admin_removal_marks({ count: marks }),
  ].filter((part) => part !== false);
  return m.admin_removal_impact({ list: parts.join(', ') });
}
