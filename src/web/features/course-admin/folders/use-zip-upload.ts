import { useEffect, useRef, useState } from 'react';
import { MAX_FOLDERS_GIGABYTES } from '#domain/courses/folder-import';
import { ApiError } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import type { LargeUpload } from '#web/lib/media/send-large-file.ts';
import type { Upload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';

const NONE: Upload = { state: 'none' };

/** Sends a ZIP file in pieces; `onSent` hears the id under which it has arrived. */
export function useZipUpload(onSent: (id: string) => Promise<void>) {
  const owner = useUser()?.id ?? null;
  const [upload, setUpload] = useState<Upload>(NONE);
  const sending = useRef<LargeUpload>(undefined);
  const latest = useRef<File>(undefined);
  // After leaving, the same file can be chosen again: it continues where it stopped.
  useEffect(() => () => sending.current?.pause(), []);
  const start = async (file: File) => {
    const show = (next: Upload) => {
      if (latest.current === file) setUpload(next);
    };
    latest.current = file;
    const fault = faultOf(file);
    if (fault !== null) return show({ state: 'failed', file, fault, retry: false });
    let share = 0;
    const showSending = () => show({ state: 'sending', file, share, pause });
    const pause = () => {
      sending.current?.pause();
      show({ state: 'paused', file, share, resume });
    };
    const resume = () => {
      sending.current?.resume();
      showSending();
    };
    showSending();
    try {
      const { sendLargeFile } = await import('#web/lib/media/send-large-file.ts');
      const large = await sendLargeFile(file, owner, (arrived) => {
        share = arrived;
        showSending();
      });
      sending.current = large;
      await onSent(await large.sent);
      await large.forget();
      show(NONE);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.file : undefined;
      const lost = error instanceof ApiError ? errorCopy(error).description : m.media_upload_lost();
      show({ state: 'failed', file, fault: field ?? lost, retry: field === undefined });
    }
  };
  const cancel = () => {
    latest.current = undefined;
    sending.current?.cancel();
    setUpload(NONE);
  };
  return { upload, start, cancel };
}

function faultOf({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name)) return m.folders_not_zip({ name });
  const most = MAX_FOLDERS_GIGABYTES;
  return size > most * 1024 ** 3 ? m.folders_too_large({ name, most }) : null;
}
