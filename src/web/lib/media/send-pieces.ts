import type { MediaFile, VideoFacts } from '#contract/administration/media';
import { playableAs } from '#domain/media/playable';
import { type Api, createApiClient } from '../api/api-client.ts';
import { PAGE_LEFT } from './page-left.ts';
import { readVideoFacts } from './read-video-facts.ts';
import { sendLargeFile } from './send-large-file.ts';

export interface Sending {
  /** How much has arrived, from 0 to 1. */
  readonly share: number;
  readonly isPaused: boolean;
  readonly pause: () => void;
  readonly resume: () => void;
}

interface SendOptions {
  /** Ends it; what has arrived is given up, except for the reason PAGE_LEFT. */
  readonly signal: AbortSignal;
  readonly onChange: (sending: Sending) => void;
  /** Whose upload it is. */
  readonly pageUser: () => string | null;
  readonly onSignedOut: (userId: string | null) => void;
}

/** Sends a large file into the library, of a video with its size and a picture. Fails with ApiError or TypeError. */
export async function sendPieces(
  file: File,
  { onChange, onSignedOut, pageUser, signal }: SendOptions,
): Promise<MediaFile> {
  let share = 0;
  let isPaused = false;
  const report = () => onChange({ share, isPaused, pause: turn(true), resume: turn(false) });
  const large = await sendLargeFile(file, pageUser(), (arrived) => {
    share = arrived;
    if (!isPaused) report();
  });
  const turn = (to: boolean) => () => {
    isPaused = to;
    if (to) large.pause();
    else large.resume();
    report();
  };
  report();
  const end = () => (signal.reason === PAGE_LEFT ? large.leave() : large.cancel());
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  // The browser looks at the video while it is being sent.
  const [id, read] = await Promise.all([
    // What has arrived is not given up any more.
    large.sent.finally(() => signal.removeEventListener('abort', end)),
    playableAs(file.name) === 'video' ? readVideoFacts(file) : null,
  ]);
  const api = createApiClient({
    routes: {
      media: {
        upload: ['POST', '/admin/media'],
        finishUpload: ['POST', '/admin/media/uploads/{id}/finish'],
      },
    },
    pageUser,
    onSignedOut,
  });
  const video = read && (await withPoster(api, file, read));
  const stored = await api.media.finishUpload({ id, video }, { signal });
  await large.forget();
  return stored;
}

/** A video without a picture plays as well. */
async function withPoster(
  api: Api,
  { name }: File,
  { frame, height, seconds, width }: NonNullable<Awaited<ReturnType<typeof readVideoFacts>>>,
): Promise<VideoFacts> {
  const picture = frame && new File([frame], `${name}.jpg`, { type: 'image/jpeg' });
  const stored = picture && (await api.media.upload({ file: picture, use: 'text' }).catch(() => null));
  return { width, height, seconds: Math.round(seconds * 10) / 10, poster: stored?.address ?? null };
}
