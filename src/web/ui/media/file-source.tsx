import { type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { fileOf } from '#web/lib/media/file-of.ts';
import {
  isUnfinished,
  PICTURES,
  type Upload,
  type UploadedFile,
  useUpload,
} from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import { UploadGuard } from './kept-while-sending.tsx';
import { LibraryList, type LibraryType } from './library-list.tsx';
import { SendingHolder } from './sending-holder.ts';
import { UploadState } from './upload-state.tsx';

interface FileSourceProps {
  use: 'text' | 'cover' | 'file';
  /** What of the library can be chosen. */
  type: LibraryType;
  /** What the dialog of files offers; by default pictures. */
  accept?: string;
  /** The words of the button that uploads. */
  label: string;
  onFile: (file: UploadedFile) => void;
  /** More buttons in the same row. */
  children?: ReactNode;
}

/** Where a field takes one file: uploaded by button, drop, or paste, or chosen in the library. */
export function FileSource({ accept = PICTURES, children, label, onFile, type, use }: FileSourceProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const holder = useContext(SendingHolder);
  const isHidden = holder?.isShown === false;
  const { cancel, start, upload } = useUpload(use, (file) => {
    onFile(file);
    if (isHidden) toast({ title: m.media_uploaded({ count: 1 }), description: file.name });
  });
  useHolder(upload, isHidden);
  const send = ([file]: readonly File[]) => file && void start(file);
  const pick = (file: UploadedFile) => {
    setIsChoosing(false);
    // Everybody may see a cover: of another picture it is a copy of its own.
    if (use === 'cover' && file.kind !== 'cover') fileOf(file).then(start).catch(toastFailure);
    else {
      // What was sent before and failed is not wanted any more.
      cancel();
      onFile(file);
    }
  };
  return (
    <DropArea isBare onFiles={send}>
      <FileButton
        variant="secondary"
        size="sm"
        accept={accept}
        busy={upload.state === 'sending'}
        onFiles={send}
      >
        {label}
      </FileButton>
      <LibraryButton onClick={() => setIsChoosing(true)} />
      {children}
      <UploadState upload={upload} onCancel={cancel} onSkip={cancel} onRetry={(file) => void start(file)} />
      {!holder && <UploadGuard isSending={isUnfinished(upload)} />}
      {isChoosing && <LibraryDialog type={type} onPick={pick} onClose={() => setIsChoosing(false)} />}
    </DropArea>
  );
}

/** What stands around an upload stays until that is finished, and a failure that nobody sees is reported. */
function useHolder(upload: Upload, isHidden: boolean): void {
  const hold = useContext(SendingHolder)?.hold;
  const isHeld = isUnfinished(upload);
  useEffect(() => (isHeld ? hold?.() : undefined), [hold, isHeld]);
  const report = useEffectEvent(() => {
    if (!isHidden || upload.state !== 'failed') return;
    const title = m.media_failed({ name: upload.file.name });
    toast({ title, description: upload.fault, variant: 'destructive' });
  });
  useEffect(() => {
    if (upload.state === 'failed') report();
  }, [upload.state]);
}

export function LibraryButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" size="sm" onClick={onClick}>
      {m.media_from_library()}
    </Button>
  );
}

interface LibraryDialogProps {
  type: LibraryType;
  onPick: (file: UploadedFile) => void;
  onClose: () => void;
}

/** One file of the library, to be chosen. */
export function LibraryDialog({ onClose, onPick, type }: LibraryDialogProps) {
  return (
    <Dialog open onClose={onClose} title={m.media_recent()} size="lg">
      <LibraryList type={type} onPick={onPick} empty={<p>{m.media_library_none()}</p>} />
    </Dialog>
  );
}
