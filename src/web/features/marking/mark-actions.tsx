import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './marking.module.css';

interface MarkActionsProps {
  /** The result is published, and nobody corrects it now. */
  isLocked: boolean;
  isCorrecting: boolean;
  isBlocked: boolean;
  busy: boolean;
  /** Null when nothing else waits. */
  onSaveNext: (() => void) | null;
  onCorrect: () => void;
  onCancel: () => void;
}

/** What can be done with a mark: save it, save it and go on, or correct what is published. */
export function MarkActions(props: MarkActionsProps) {
  const { busy, isBlocked, isCorrecting, isLocked, onCancel, onCorrect, onSaveNext } = props;
  if (isLocked)
    return (
      <>
        <p role="status">{m.marking_final()}</p>
        <Button variant="secondary" onClick={onCorrect}>
          {m.marking_correct()}
        </Button>
      </>
    );
  return (
    <div className={classes.choices}>
      <Button type="submit" busy={busy} disabled={isBlocked && !busy}>
        {busy ? m.marking_saving() : isCorrecting ? m.marking_save_correction() : m.marking_save()}
      </Button>
      {isCorrecting && (
        <Button variant="quiet" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      )}
      {onSaveNext && !isCorrecting && (
        <Button variant="secondary" busy={busy} disabled={isBlocked && !busy} onClick={onSaveNext}>
          {m.marking_save_next()}
        </Button>
      )}
    </div>
  );
}
