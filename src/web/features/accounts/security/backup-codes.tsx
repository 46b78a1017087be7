import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import classes from '../profile/profile.module.css';
import type { Hold } from './use-shown-once.ts';

interface BackupCodesProps {
  codes: readonly string[];
  /** Somebody was about to leave them. */
  isWarned: boolean;
  onDone: () => void;
}

/** What a step that ends with backup codes is given. */
export interface WithBackupCodes extends Pick<BackupCodesProps, 'isWarned' | 'onDone'> {
  hold: Hold;
  /** Cancels, where nothing is held. */
  onLeave: () => void;
  /** The codes are on the screen. */
  onCodes: () => void;
}

/** The backup codes, this once: to copy or to download. */
export function BackupCodes({ codes, isWarned, onDone }: BackupCodesProps) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  return (
    <>
      <p>{m.profile_backup_text()}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isWarned && (
        <p className={classes.fault} role="alert">
          {m.profile_backup_warning()}
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={copy}>
          {copied ? m.ui_copied() : m.ui_copy()}
        </Button>
        <a
          className={classes.download}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="lectern-backup-codes.txt"
        >
          {m.profile_backup_download()}
        </a>
        <Button onClick={onDone}>{m.profile_backup_done()}</Button>
      </DialogActions>
    </>
  );
}
