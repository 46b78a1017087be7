import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import classes from './course-form.module.css';

interface CoverUploadProps {
  /** The address of the picture; empty or drawn where there is none. */
  thumbnail: string;
  onChange: (address: string) => void;
}

/** Puts the picture of a course or post into the field of its address: uploaded, or one of the library. */
export function CoverUpload({ onChange, thumbnail }: CoverUploadProps) {
  const hasPicture = thumbnail !== '' && !thumbnail.startsWith('/covers/');
  return (
    <div className={classes.cover}>
      <FileSource
        use="cover"
        type="images"
        label={hasPicture ? m.media_cover_replace() : m.media_cover_upload()}
        onFile={({ address }) => onChange(address)}
      >
        {hasPicture && (
          <Button variant="quiet" size="sm" onClick={() => onChange('')}>
            {m.media_cover_remove()}
          </Button>
        )}
      </FileSource>
    </div>
  );
}
