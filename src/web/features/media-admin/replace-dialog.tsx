import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaFile } from '#contract/administration/media';
import { fileKind } from '#domain/media/file-kind';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { PICTURES, useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { DropArea } from '#web/ui/media/drop-area.tsx';
import { FileButton } from '#web/ui/media/file-button.tsx';
import { UploadState } from '#web/ui/media/upload-state.tsx';
import classes from './file-dialog.module.css';
import { UseList } from './file-uses.tsx';
import { factsOf } from './file-words.ts';

const ACCEPT = {
  picture: PICTURES,
  video: '.mp4,.webm',
  audio: '.mp3,.m4a,.ogg,.wav',
  captions: '.vtt',
  file: '',
} as const;

interface ReplaceDialogProps {
  file: MediaFile;
  onClose: () => void;
  onReplaced: () => void;
}

/** Puts an uploaded file in the place of another one; where that is used is said before anything changes. */
export function ReplaceDialog({ file, onClose, onReplaced }: ReplaceDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const kind = fileKind(file.ending);
  const { cancel, start, upload } = useUpload(
    file.kind === 'cover' ? 'cover' : kind === 'picture' ? 'text' : 'file',
  );
  const next = upload.state === 'done' ? upload.stored : null;
  const fault = next && faultOf(file, next);
  const add = ([first]: readonly File[]) => first && void start(first);
  const replace = async () => {
    if (!next) return;
    setBusy(true);
    try {
      await api.media.replace({ id: file.id, by: next.id });
      toast({ title: m.media_replaced() });
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
      onReplaced();
    } catch (error) {
      toastFailure(error);
      setBusy(false);
    }
  };
  const isSending = upload.state === 'sending' || upload.state === 'paused';
  return (
    <Dialog open onClose={onClose} title={m.media_replace_title({ name: file.name })}>
      <div className={classes.words}>
        <p>{m.media_replace_text({ count: file.uses.length })}</p>
        <UseList file={file} />
        {!isSending && (
          <DropArea onFiles={add}>
            <FileButton
              accept={ACCEPT[kind]}
              variant={next ? 'secondary' : 'primary'}
              autoFocus
              onFiles={add}
            >
              {next ? m.media_replace_choose_other() : m.media_replace_choose()}
            </FileButton>
          </DropArea>
        )}
        <UploadState upload={upload} onCancel={cancel} onRetry={(again) => void start(again)} />
        {next && !fault && (
          <div className={classes.next}>
            {next.src !== '' && <img src={next.src} alt="" />}
            <p>
              <strong>{next.name}</strong>
              <br />
              {factsOf(next)}
            </p>
          </div>
        )}
        {fault && <p role="alert">{fault}</p>}
      </div>
      <DialogActions>
        <Button
          variant="secondary"
          onClick={() => {
            cancel();
            onClose();
          }}
        >
          {m.ui_cancel()}
        </Button>
        {next && !fault && (
          <Button busy={busy} onClick={replace}>
            {m.media_replace()}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function faultOf(file: MediaFile, next: MediaFile): string | null {
  if (next.id === file.id) return m.media_replace_same();
  return fileKind(next.ending) === fileKind(file.ending) ? null : m.errors_media_kind_differs_description();
}
