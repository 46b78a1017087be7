import type { MediaFile, VideoFacts } from '#contract/administration/media';
import { playableAs } from '#domain/media/playable';
import { type Api, createApiClient } from '../api/api-client.ts';
import { readVideoFacts } from './read-video-facts.ts';
import { sendUntil, type Until } from './send-until.ts';

interface SendOptions extends Until {
  /** Whose upload it is. */
  readonly pageUser: () => string | null;
  readonly onSignedOut: (userId: string | null) => void;
}

/** Sends a large file into the library, of a video with its size and a picture. Fails with ApiError or TypeError. */
export async function sendPieces(
  file: File,
  { onChange, onSignedOut, pageUser, signal }: SendOptions,
): Promise<MediaFile> {
  // The browser looks at the video while it is being sent.
  const [{ forget, id }, read] = await Promise.all([
    sendUntil(file, pageUser(), { onChange, signal }),
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
  await forget();
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
