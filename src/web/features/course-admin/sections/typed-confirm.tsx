import { type ReactNode, useState } from 'react';
import type { RemovalImpact } from '#contract/courses/removals';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { onEnter } from '#web/ui/fields/on-enter.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type Agreed, useHeld } from '#web/ui/use-held.ts';
import classes from './removal-dialog.module.css';

export interface TypedConfirmProps {
  /** What learners lose; undefined until it is counted. */
  impact: RemovalImpact | undefined;
  /** When that was; null: just now. */
  countedAt?: string | null;
  /** It could not be counted. */
  failed: boolean;
  /** What has to be typed where learners have something to lose. */
  title: string;
  text: ReactNode;
  /** How to get it back. */
  note: string | null;
  confirm: string;
  onCancel: () => void;
  onConfirm: Agreed;
  children?: ReactNode;
}

/** The inside of a dialog that asks before learners lose something, and has the title typed where there is anything. */
export function TypedConfirm(props: TypedConfirmProps) {
  const {
    children,
    confirm,
    countedAt = null,
    failed,
    impact,
    note,
    onCancel,
    onConfirm,
    text,
    title,
  } = props;
  const { busy, run } = useHeld(onConfirm);
  const [typed, setTyped] = useState('');
  const isHeavy = impact !== undefined && impact.learners + impact.attempts + impact.marks > 0;
  // Where it cannot be counted the title is asked for, too.
  const asksTitle = isHeavy || failed;
  const isReady = (impact !== undefined || failed) && (!asksTitle || typed.trim() === title.trim());
  return (
    <div className={classes.form}>
      <p>{text}</p>
      {!impact && !failed && <LoadingState inline />}
      {children}
      {impact && isHeavy && (
        <p className={classes.impact}>
          {m.admin_removal_impact({ list: impactWords(impact) })}{' '}
          {countedAt !== null && m.admin_removal_counted_at({ time: formatTime(countedAt) })}
        </p>
      )}
      {failed && <p className={classes.impact}>{m.admin_removal_unknown()}</p>}
      {note !== null && <p className={classes.trash}>{note}</p>}
      {asksTitle && (
        <TextField
          label={m.admin_removal_type({ title })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onEnter(() => isReady && run())}
        />
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel} autoFocus>
          {m.ui_cancel()}
        </Button>
        <Button variant="danger" strong busy={busy} disabled={!isReady} onClick={run}>
          {confirm}
        </Button>
      </DialogActions>
    </div>
  );
}

/** "2 learners, 3 exam attempts"; nothing where there is none. */
export function impactWords({ attempts, learners, marks }: RemovalImpact): string {
  return [
    learners > 0 && m.admin_removal_learners({ count: learners }),
    attempts > 0 && m.admin_removal_attempts({ count: attempts }),
    marks > 0 && m.admin_removal_marks({ count: marks }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}
