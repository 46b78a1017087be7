import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Config } from '#server/config';

/** The ffmpeg of this machine, with ffprobe beside it; null: there is none, or it is switched off. */
export function findFfmpeg({ ffmpeg: { path, searchPath } }: Pick<Config, 'ffmpeg'>): string | null {
  if (path === 'off') return null;
  const places = path
    ? [path]
    : searchPath
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, 'ffmpeg'));
  return places.find((file) => canRun(file) && canRun(join(dirname(file), 'ffprobe'))) ?? null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
