import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import classes from './api-keys.module.css';

interface MadeKeyProps {
  value: string;
  /** Somebody was about to leave it. */
  isWarned: boolean;
  onDone: () => void;
}

/** The new key, this once: to copy. */
export function MadeKey({ isWarned, onDone, value }: MadeKeyProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(value);
    setCopied(true);
  };
  return (
    <>
      <p>{m.keys_made_text()}</p>
      <input
        className={classes.made}
        aria-label={m.keys_made_value()}
        value={value}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <p className={classes.use}>
        {m.keys_made_use()} <code>Authorization: Bearer lct_…</code>
      </p>
      {isWarned && (
        <p className={classes.fault} role="alert">
          {m.keys_made_warning()}
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={copy}>
          {copied ? m.ui_copied() : m.ui_copy()}
        </Button>
        <Button onClick={onDone}>{m.keys_made_done()}</Button>
      </DialogActions>
    </>
  );
}
