import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#contract/administration/media';
import { MAX_FILE_MEGABYTES, MAX_LARGE_GIGABYTES, MAX_PICTURE_MEGABYTES } from '#domain/media/limits';
import { playableAs } from '#domain/media/playable';
import { createApiClient } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { errorCopy } from '../api/error-copy.ts';
import { m } from '../messages.ts';
import { keptSession, loseSession, useApi } from '../session/session.ts';
import { toast } from '../toast.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { PAGE_LEFT } from './page-left.ts';
import type { Sending } from './send-until.ts';

export type UploadedFile = MediaFile;
export const UPLOAD_ROUTE = ['POST', '/admin/media'] as const;
/** What a file dialog offers. */
export const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

export type Upload =
  | { readonly state: 'none' }
  | {
      readonly state: 'sending';
      readonly file: File;
      /** How much was sent, from 0 to 1. */
      readonly share: number;
      /** Left out: it is sent in one piece, and can't be paused. */
      readonly pause?: (() => void) | undefined;
    }
  | { readonly state: 'paused'; readonly file: File; readonly share: number; readonly resume: () => void }
  /** `retry`: it may work the next time. */
  | { readonly state: 'failed'; readonly file: File; readonly fault: string; readonly retry: boolean }
  | { readonly state: 'done'; readonly file: File; readonly stored: MediaFile };

const NONE: Upload = { state: 'none' };

/** Whether it is under way, or may be tried again: the next one waits, and leaving would stop it. */
export function isUnfinished(upload: Upload): boolean {
  return (
    upload.state === 'sending' || upload.state === 'paused' || (upload.state === 'failed' && upload.retry)
  );
}

type Use = 'text' | 'cover' | 'file';

/**
 * Sends one file at a time, which can be canceled, and paused where it is large; one that is chosen meanwhile takes the
 * place of the first. What has arrived of a large one is kept when whoever sends it leaves: chosen again, it continues.
 */
export function useUpload(use: Use, onStored?: (stored: MediaFile) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [upload, setUpload] = useState<Upload>(NONE);
  const sending = useRef<AbortController>(undefined);
  const underWay = useRef<File>(undefined);
  useEffect(
    () => () => {
      const left = sending.current?.signal.aborted === false && underWay.current;
      sending.current?.abort(PAGE_LEFT);
      if (left) sayLeft(left);
    },
    [],
  );
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
    const inPieces = isSentInPieces(file);
    underWay.current = file;
    const owner = keptSession(queryClient)?.user?.id ?? null;
    const how: How = {
      signal: own.signal,
      show,
      pageUser: () => owner,
      onSignedOut: (userId) => void loseSession({ api, queryClient }, userId),
    };
    try {
      const stored = inPieces ? await sendInPieces(file, how) : await sendWhole(file, { ...how, use });
      if (own.signal.aborted) return;
      show({ state: 'done', file, stored });
      void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] });
      latest.current?.(stored);
    } catch (error) {
      show(failed(file, error, inPieces));
    } finally {
      if (sending.current === own) underWay.current = undefined;
    }
  };
  return { upload, start, cancel };
}

/** What becomes of a file whose form or dialog goes while it is being sent. */
function sayLeft(file: File): void {
  const { name } = file;
  toast(
    isSentInPieces(file)
      ? { title: m.media_interrupted({ name }), description: m.media_interrupted_text() }
      : { title: m.media_failed({ name }), description: m.media_left_unsent_text() },
  );
}

function failed(file: File, error: unknown, inPieces: boolean): Upload {
  const field = error instanceof ApiError ? error.fields.file : undefined;
  const isLost = inPieces && !(error instanceof ApiError);
  const fault = field ?? (isLost ? m.media_upload_lost() : errorCopy(error).description);
  return { state: 'failed', file, fault, retry: field === undefined };
}

interface How {
  readonly signal: AbortSignal;
  readonly show: (next: Upload) => void;
  readonly pageUser: () => string | null;
  readonly onSignedOut: (userId: string | null) => void;
}

function sendWhole(file: File, { show, signal, use, ...caller }: How & { use: Use }): Promise<MediaFile> {
  const api = createApiClient({
    routes: { media: { upload: UPLOAD_ROUTE } },
    fetch: fetchWithProgress((share) => show({ state: 'sending', file, share })),
    ...caller,
  });
  // Not repeated by itself: whoever waits sees at once that the connection is gone, and can try again.
  return api.media.upload({ file, use }, { signal, context: { once: true } });
}

async function sendInPieces(file: File, { show, ...rest }: How): Promise<MediaFile> {
  const { sendPieces } = await import('./send-pieces.ts');
  const showSending = ({ isPaused, pause, resume, share }: Sending) =>
    show(isPaused ? { state: 'paused', file, share, resume } : { state: 'sending', file, share, pause });
  return sendPieces(file, { ...rest, onChange: showSending });
}

function isPicture({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type.startsWith('image/') || /\.(?:png|jpe?g|webp|gif|avif|svg)$/i.test(name);
}

/** What is played is sent so whatever its size: the browser looks at it first. */
function isSentInPieces(file: Pick<File, 'name' | 'size' | 'type'>): boolean {
  return !isPicture(file) && (file.size > MAX_FILE_MEGABYTES * 1024 ** 2 || playableAs(file.name) !== null);
}

/** What can be said of a file before it is sent; null where nothing is wrong. */
export function faultOf(file: Pick<File, 'name' | 'size' | 'type'>, use: Use): string | null {
  const { name, size } = file;
  if (isPicture(file)) {
    const most = MAX_PICTURE_MEGABYTES;
    return size > most * 1024 ** 2 ? m.media_too_large({ name, most }) : null;
  }
  if (use !== 'file') return m.media_not_picture({ name });
  const most = MAX_LARGE_GIGABYTES;
  return size > most * 1024 ** 3 ? m.media_too_large_file({ name, most }) : null;
}
