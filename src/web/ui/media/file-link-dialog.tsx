import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_FILE_MEGABYTES } from '#domain/media/limits';
import { linkMarkdown } from '#web/lib/media/picture-text.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialogs/dialog.tsx';
import { TextField } from '../fields/text-field.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import classes from './picture-dialog.module.css';
import { UploadState } from './upload-state.tsx';

interface FileLinkDialogProps {
  /** What was dropped; left out: it is chosen here. */
  file: File | undefined;
  /** Answers the link to insert, as Markdown. */
  onClose: (links: readonly string[]) => void;
}

/** Uploads a file that learners download, and asks what its link says. */
export function FileLinkDialog({ file, onClose }: FileLinkDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const { cancel, start, upload } = useUpload('file');
  const beginGiven = useEffectEvent(() => file && void start(file));
  useEffect(() => void beginGiven(), []);
  const stored = upload.state === 'done' ? upload.stored : null;
  const isChosen = stored !== null || upload.state === 'sending';
  const sent = upload.state === 'none' ? undefined : upload.file;
  const words = text ?? (sent ? linkTextOf(sent) : '');
  const add = ([first]: readonly File[]) => first && void start(first);
  return (
    <Dialog open onClose={() => onClose([])} title={m.media_file_title()}>
      <form
        className={classes.parts}
        onSubmit={(event) => {
          event.preventDefault();
          // The form around the dialog is not saved by it.
          event.stopPropagation();
          if (stored && words.trim() !== '') onClose([linkMarkdown(words, stored.address)]);
        }}
      >
        {!isChosen && (
          <DropArea onFiles={add}>
            <FileButton accept="" autoFocus onFiles={add}>
              {m.media_file_choose()}
            </FileButton>
            <span>{m.media_file_help({ most: MAX_FILE_MEGABYTES })}</span>
          </DropArea>
        )}
        <UploadState upload={upload} onCancel={cancel} onRetry={(again) => void start(again)} />
        {isChosen && (
          <TextField
            label={m.media_file_text()}
            help={m.media_file_text_help()}
            maxLength={300}
            autoFocus
            value={words}
            error={words.trim() === '' ? m.media_file_text_missing() : undefined}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {isChosen && (
          <DialogActions>
            <Button variant="secondary" onClick={() => onClose([])}>
              {m.ui_cancel()}
            </Button>
            <Button type="submit" busy={!stored}>
              {stored ? m.media_insert() : m.media_sending_short()}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

/** What is downloaded, of which type and how large: learners are told before they do. */
function linkTextOf({ name, size }: File): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1) return name;
  return m.media_file_link({
    name: name.slice(0, dot),
    type: name.slice(dot + 1).toUpperCase(),
    size: sizeText(size),
  });
}
