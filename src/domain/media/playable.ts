export const VIDEO_ENDINGS = ['mp4', 'webm'] as const;
export const AUDIO_ENDINGS = ['mp3', 'm4a', 'ogg', 'wav'] as const;

/** How browsers play a file of this name or address; null: it is only downloaded. */
export function playableAs(name: string): 'video' | 'audio' | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if ((VIDEO_ENDINGS as readonly string[]).includes(ending)) return 'video';
  return (AUDIO_ENDINGS as readonly string[]).includes(ending) ? 'audio' : null;
}
