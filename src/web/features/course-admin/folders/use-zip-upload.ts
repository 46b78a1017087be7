import { useEffect, useRef, useState } from 'react';
import { MAX_FOLDERS_GIGABYTES } from '#domain/courses/folder-import';
import { ApiError } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { PAGE_LEFT } from '#web/lib/media/page-left.ts';
import type { Upload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

const NONE: Upload = { state: 'none' };

/**
 * Sends a ZIP file in pieces, in place of one that is still being sent; `onSent` hears the id under which it has arrived. What
 * has arrived is given up by `cancel` only.
 */
export function useZipUpload(onSent: (id: string) => Promise<void>) {
  const owner = useUser()?.id ?? null;
  const [upload, setUpload] = useState<Upload>(NONE);
  const sending = useRef<AbortController>(undefined);
  // After leaving, the same file can be chosen again: it continues where it stopped.
  useEffect(() => () => sending.current?.abort(PAGE_LEFT), []);
  const cancel = () => {
    sending.current?.abort();
    setUpload(NONE);
  };
  const start = async (file: File) => {
    const fault = faultOf(file);
    if (fault !== null) {
      // One that is being sent goes on, and goes on being shown.
      if (sending.current?.signal.aborted === false) toast({ title: fault, variant: 'destructive' });
      else setUpload({ state: 'failed', file, fault, retry: false });
      return;
    }
    sending.current?.abort(PAGE_LEFT);
    const own = new AbortController();
    sending.current = own;
    const { signal } = own;
    const show = (next: Upload) => {
      if (!signal.aborted) setUpload(next);
    };
    show({ state: 'sending', file, share: 0 });
    try {
      const { sendUntil } = await import('#web/lib/media/send-until.ts');
      const { forget, id } = await sendUntil(file, owner, {
        signal,
        onChange: ({ isPaused, pause, resume, share }) =>
          show(
            isPaused ? { state: 'paused', file, share, resume } : { state: 'sending', file, share, pause },
          ),
      });
      signal.throwIfAborted();
      await onSent(id);
      await forget();
      show(NONE);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.file : undefined;
      const lost = error instanceof ApiError ? errorCopy(error).description : m.media_upload_lost();
      show({ state: 'failed', file, fault: field ?? lost, retry: field === undefined });
    } finally {
      if (sending.current === own) sending.current = undefined;
    }
  };
  return { upload, start, cancel };
}

function faultOf({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name)) return m.folders_not_zip({ name });
  const most = MAX_FOLDERS_GIGABYTES;
  return size > most * 1024 ** 3 ? m.folders_too_large({ name, most }) : null;
}
