import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './editor.module.css';

interface DraftNoticeProps {
  text: string;
  onRestore: () => void;
  onDiscard: () => void;
}

/** This browser holds changes that were not saved. */
export function DraftNotice({ onDiscard, onRestore, text }: DraftNoticeProps) {
  return (
    <div className={classes.draft} role="status">
      <p>{text}</p>
      <Button variant="secondary" size="sm" onClick={onRestore}>
        {m.settings_draft_restore()}
      </Button>
      <Button variant="quiet" size="sm" onClick={onDiscard}>
        {m.settings_draft_discard()}
      </Button>
    </div>
  );
}
