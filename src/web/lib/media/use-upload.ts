import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#contract/administration/media';
import { MAX_FILE_MEGABYTES, MAX_PICTURE_MEGABYTES } from '#domain/media/limits';
import { createApiClient } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { errorCopy } from '../api/error-copy.ts';
import { m } from '../messages.ts';
import { loseSession } from '../session/session.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

export type UploadedFile = MediaFile;
export const UPLOAD_ROUTE = ['POST', '/admin/media'] as const;
/** What a file dialog offers. */
export const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

export type Upload =
  | { readonly state: 'none' }
  /** `share`: how much was sent, from 0 to 1. */
  | { readonly state: 'sending'; readonly file: File; readonly share: number }
  /** `retry`: it may work the next time. */
  | { readonly state: 'failed'; readonly file: File; readonly fault: string; readonly retry: boolean }
  | { readonly state: 'done'; readonly file: File; readonly stored: MediaFile };

const NONE: Upload = { state: 'none' };

type Use = 'text' | 'cover' | 'file';

/** Sends one file at a time, which can be canceled; one that is chosen meanwhile takes the place of the first. */
export function useUpload(use: Use, onStored?: (stored: MediaFile) => void) {
  const queryClient = useQueryClient();
  const [upload, setUpload] = useState<Upload>(NONE);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  // What is done with it is decided when it is there: the form may have changed meanwhile.
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  });
  const cancel = () => {
    sending.current?.abort();
    setUpload(NONE);
  };
  const start = async (file: File) => {
    sending.current?.abort();
    const fault = faultOf(file, use);
    if (fault !== null) return setUpload({ state: 'failed', file, fault, retry: false });
    const own = new AbortController();
    sending.current = own;
    const show = (next: Upload) => {
      if (!own.signal.aborted) setUpload(next);
    };
    show({ state: 'sending', file, share: 0 });
    const api = createApiClient({
      routes: { media: { upload: UPLOAD_ROUTE } },
      fetch: fetchWithProgress((share) => show({ state: 'sending', file, share })),
      onSignedOut: () => loseSession(queryClient),
    });
    try {
      // Not repeated by itself: whoever waits sees at once that the connection is gone, and can try again.
      const stored = await api.media.upload({ file, use }, { signal: own.signal, context: { once: true } });
      if (own.signal.aborted) return;
      show({ state: 'done', file, stored });
      void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] });
      latest.current?.(stored);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.file : undefined;
      show({
        state: 'failed',
        file,
        fault: field ?? errorCopy(error).description,
        retry: field === undefined,
      });
    }
  };
  return { upload, start, cancel };
}

/** What can be said of a file before it is sent; null where nothing is wrong. */
export function faultOf({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>, use: Use): string | null {
  const isPicture = type.startsWith('image/') || /\.(?:png|jpe?g|webp|gif|avif|svg)$/i.test(name);
  if (!isPicture && use !== 'file') return m.media_not_picture({ name });
  const most = isPicture ? MAX_PICTURE_MEGABYTES : MAX_FILE_MEGABYTES;
  return size > most * 1024 * 1024 ? m.media_too_large({ name, most }) : null;
}
