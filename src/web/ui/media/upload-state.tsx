import type { Upload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import classes from './upload-state.module.css';

interface UploadStateProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: (file: File) => void;
  /** Gives up what failed; left out: another file is chosen anyway. */
  onSkip?: () => void;
}

/** How far an upload is, or why it failed and what can be done. */
export function UploadState({ onCancel, onRetry, onSkip, upload }: UploadStateProps) {
  if (upload.state === 'sending' || upload.state === 'paused') {
    const percent = Math.round(upload.share * 100);
    const { name } = upload.file;
    return (
      <div className={classes.state}>
        <label className={classes.sending}>
          <span className={classes.name}>
            {upload.state === 'paused' ? m.media_paused({ name }) : m.media_sending({ name })}
          </span>
          <progress max="100" value={percent}>
            {percent}
          </progress>
        </label>
        {upload.state === 'paused' && (
          <Button variant="secondary" size="sm" onClick={upload.resume}>
            {m.media_resume()}
          </Button>
        )}
        {upload.state === 'sending' && upload.pause && (
          <Button variant="secondary" size="sm" onClick={upload.pause}>
            {m.media_pause()}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </div>
    );
  }
  if (upload.state !== 'failed') return null;
  const { fault, file, retry } = upload;
  return (
    <div className={classes.state} data-failed>
      <p role="alert">{fault}</p>
      {retry && (
        <Button variant="secondary" size="sm" onClick={() => onRetry(file)}>
          {m.media_retry()}
        </Button>
      )}
      {onSkip && (
        <Button variant="quiet" size="sm" onClick={onSkip}>
          {m.media_skip()}
        </Button>
      )}
    </div>
  );
}
