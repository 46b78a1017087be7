import { useUpload } from '#web/lib/media/use-upload.ts';
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
  return (
    <>
      <FileButton
        variant="secondary"
        size="sm"
        accept={accept}
        busy={upload.state === 'sending'}
        onFiles={([file]) => file && void start(file)}
      >
        {children}
      </FileButton>
      <UploadState upload={upload} onCancel={cancel} onRetry={(file) => void start(file)} />
    </>
  );
}
