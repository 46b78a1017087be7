import { useRef, useState } from 'react';
import { MAX_LARGE_GIGABYTES, MAX_PICTURE_MEGABYTES } from '#domain/media/limits';
import { isUnfinished, useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { DropArea } from '#web/ui/media/drop-area.tsx';
import { FileButton } from '#web/ui/media/file-button.tsx';
import { UploadState } from '#web/ui/media/upload-state.tsx';
import classes from './media-library.module.css';

/** Uploads files into the library, one after the other. */
export function MediaUpload() {
  // What comes after the one that is being sent; an upload that ends asks for it as it is then.
  const waiting = useRef<File[]>([]);
  const [left, setLeft] = useState(0);
  const sent = useRef(0);
  const next = () => {
    const file = waiting.current.shift();
    setLeft(waiting.current.length);
    if (file) return void start(file);
    if (sent.current > 0) toast({ title: m.media_uploaded({ count: sent.current }) });
    sent.current = 0;
  };
  const { cancel, start, upload } = useUpload('file', () => {
    sent.current += 1;
    next();
  });
  const drop = () => {
    cancel();
    next();
  };
  const add = (files: File[]) => {
    waiting.current.push(...files);
    setLeft(waiting.current.length);
    if (!isUnfinished(upload)) next();
  };
  return (
    <div className={classes.upload}>
      <DropArea onFiles={add}>
        <FileButton accept="" multiple onFiles={add}>
          {m.media_upload()}
        </FileButton>
        <span>{m.media_upload_help({ most: MAX_PICTURE_MEGABYTES, large: MAX_LARGE_GIGABYTES })}</span>
      </DropArea>
      <UploadState upload={upload} onCancel={drop} onRetry={(file) => void start(file)} onSkip={drop} />
      {left > 0 && <span>{m.media_waiting({ count: left })}</span>}
      <LeaveGuard
        dirty={() => waiting.current.length > 0 || isUnfinished(upload)}
        title={m.media_leave_title()}
        text={m.media_leave_text()}
      />
    </div>
  );
}
