import { playableAs } from './playable.ts';

export const PICTURE_ENDINGS = ['png', 'jpg', 'webp', 'gif', 'avif', 'svg'] as const;

export type FileKind = 'picture' | 'video' | 'audio' | 'captions' | 'file';

/** What a file with this ending is to whoever reads: only a file of the same kind can take its place. */
export function fileKind(ending: string): FileKind {
  if ((PICTURE_ENDINGS as readonly string[]).includes(ending)) return 'picture';
  if (ending === 'vtt') return 'captions';
  return playableAs(`.${ending}`) ?? 'file';
}
