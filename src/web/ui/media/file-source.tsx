import { type ReactNode, useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { fileOf } from '#web/lib/media/file-of.ts';
import { PICTURES, type UploadedFile, useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import { LibraryList, type LibraryType } from './library-list.tsx';
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
  const { cancel, start, upload } = useUpload(use, onFile);
  const send = ([file]: readonly File[]) => file && void start(file);
  const pick = (file: UploadedFile) => {
    setIsChoosing(false);
    // Everybody may see a cover: of another picture it is a copy of its own.
    if (use === 'cover' && file.kind !== 'cover') fileOf(file).then(start).catch(toastFailure);
    else onFile(file);
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
      <UploadState upload={upload} onCancel={cancel} onRetry={(file) => void start(file)} />
      {isChoosing && <LibraryDialog type={type} onPick={pick} onClose={() => setIsChoosing(false)} />}
    </DropArea>
  );
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
