import { useUpload } from '#web/lib/media/use-upload.ts';
import { DropArea } from '#web/ui/media/drop-area.tsx';
import { FileButton } from '#web/ui/media/file-button.tsx';
import { UploadState } from '#web/ui/media/upload-state.tsx';

interface VideoUploadProps {
  children: string;
  /** What the dialog offers. */
  accept: string;
  onStored: (address: string) => void;
}

/** Uploads a video or its captions into the field of its address. */
export function VideoUpload({ accept, children, onStored }: VideoUploadProps) {
  const { cancel, start, upload } = useUpload('file', ({ address }) => onStored(address));
  const send = ([file]: readonly File[]) => file && void start(file);
  return (
    <DropArea isBare onFiles={send}>
      <FileButton
        variant="secondary"
        size="sm"
        accept={accept}
        busy={upload.state === 'sending'}
        onFiles={send}
      >
        {children}
      </FileButton>
      <UploadState upload={upload} onCancel={cancel} onRetry={(file) => void start(file)} />
    </DropArea>
  );
}
