import { useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DropArea } from '#web/ui/media/drop-area.tsx';
import { FileButton } from '#web/ui/media/file-button.tsx';
import { UploadState } from '#web/ui/media/upload-state.tsx';
import classes from './course-form.module.css';

interface CoverUploadProps {
  /** The address of the picture; empty or drawn where there is none. */
  thumbnail: string;
  onChange: (address: string) => void;
}

/** Uploads the picture of a course or post into the field of its address. */
export function CoverUpload({ onChange, thumbnail }: CoverUploadProps) {
  const { cancel, start, upload } = useUpload('cover', ({ address }) => onChange(address));
  const hasPicture = thumbnail !== '' && !thumbnail.startsWith('/covers/');
  const send = ([file]: readonly File[]) => file && void start(file);
  return (
    <div className={classes.cover}>
      <DropArea isBare onFiles={send}>
        <FileButton variant="secondary" size="sm" busy={upload.state === 'sending'} onFiles={send}>
          {hasPicture ? m.media_cover_replace() : m.media_cover_upload()}
        </FileButton>
        {hasPicture && (
          <Button variant="quiet" size="sm" onClick={() => onChange('')}>
            {m.media_cover_remove()}
          </Button>
        )}
        <UploadState upload={upload} onCancel={cancel} onRetry={(file) => void start(file)} />
      </DropArea>
    </div>
  );
}
