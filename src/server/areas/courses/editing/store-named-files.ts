import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MediaTrack } from '#contract/administration/media';
import { PIECE_BYTES } from '#domain/media/limits';
import { playableAs } from '#domain/media/playable';
import { storeLargeFile } from '#server/areas/media/blocks/store-large-file';
import { describeVideo } from '#server/areas/media/describe-video-sql';
import { endingOf } from '#server/areas/media/ending-of';
import { type StoredMedia, storeFile, storePicture } from '#server/areas/media/store-file';
import { streamedType } from '#server/areas/media/streamed-type';
import type { Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { FolderError } from '../folders/course-folder.ts';
import { besideVideo, readVideoFile } from '../folders/formats/video-file.ts';
import { faultOf, pathOf, plainFile, readFolderFile } from '../folders/read-folder-file.ts';
import { readPlainFile } from '../folders/read-plain-file.ts';
import { FileFaults } from '../folders/read-yaml.ts';
import { rehearsed } from '../folders/rehearsed.ts';

/** What the relative addresses in a folder's texts lead to, as they are written: a kept file, or why there is none. */
export type FolderFiles = ReadonlyMap<string, { readonly address: string } | { readonly fault: string }>;

export interface Named {
  /** Pictures that questions ask about. */
  readonly asked: readonly string[];
  /** What texts name. */
  readonly named: readonly string[];
  /** What a fault calls the folder. */
  readonly place: string;
}

/**
 * Keeps the files of a folder that are named by these relative addresses; the hashes say which and what is in them. Throws
 * a FolderError where a question asks about a picture that cannot be kept.
 */
export async function storeNamedFiles(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { asked, named, place }: Named,
): Promise<{ files: FolderFiles; hashes: readonly string[] }> {
  const files = new Map<string, { address: string } | { fault: string }>();
  const hashes: string[] = [];
  for (const url of new Set([...asked, ...named])) {
    try {
      const path = pathOf(url);
      const { address, sha256 } = await storeNamed(services, directory, {
        path,
        isAsked: asked.includes(url),
      });
      files.set(url, { address });
      hashes.push(JSON.stringify([path, sha256]));
      if (playableAs(path) === 'video')
        hashes.push(...(await storeBesideVideo(services, directory, { address, path, place })));
    } catch (error) {
      const fault = faultOf(error);
      if (asked.includes(url)) throw new FolderError([`${place}/${url}: ${fault}`]);
      files.set(url, { fault });
    }
  }
  return { files, hashes };
}

/** Everything for which `storeNamedFiles` would throw a FolderError, in words. Nothing is kept. */
export async function namedFilesFaults(
  services: Services,
  directory: string,
  { asked, named, place }: Named,
): Promise<string[]> {
  const nothingKept = rehearsed(services);
  const faults: string[] = [];
  for (const url of new Set(asked))
    try {
      await storeNamed(nothingKept, directory, { path: pathOf(url), isAsked: true });
    } catch (error) {
      faults.push(`${place}/${url}: ${faultOf(error)}`);
    }
  for (const path of videosIn(named))
    try {
      if (!(await isThere(directory, path))) continue;
      await keepBesideVideo(nothingKept, directory, { path, place });
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      faults.push(...error.faults);
    }
  return faults;
}

/** Whether a folder has a file that may be read. */
async function isThere(directory: string, path: string): Promise<boolean> {
  return plainFile(directory, path).then(
    () => true,
    () => false,
  );
}

/** The paths of the videos among these addresses; what leads elsewhere is only left out. */
function videosIn(named: readonly string[]): Set<string> {
  const paths = named.flatMap((url) => {
    try {
      return [pathOf(url)];
    } catch {
      return [];
    }
  });
  return new Set(paths.filter((path) => playableAs(path) === 'video'));
}

/**
 * Keeps the poster, captions, and chapters that a file beside a video names, and says of the video that they are its own. A
 * video may have no such file. Throws a FolderError.
 */
async function storeBesideVideo(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { address, path, place }: { address: string; path: string; place: string },
): Promise<string[]> {
  const kept = await keepBesideVideo(services, directory, { path, place });
  if (!kept) return [];
  const { hashes, tracks, video } = kept;
  await services.db.transaction((trx) => describeVideo(trx, { address, video, tracks }));
  return hashes;
}

/** Keeps what the file beside a video names; null where there is no such file. Throws a FolderError. */
async function keepBesideVideo(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { path, place }: { path: string; place: string },
) {
  const beside = besideVideo(path);
  if (!existsSync(join(directory, beside))) return null;
  const hashes: string[] = [];
  const keep = async (name: string, isAsked: boolean) => {
    const inner = pathOf(name, posix.dirname(path));
    const kept = await storeNamed(services, directory, { isAsked, path: inner });
    hashes.push(JSON.stringify([inner, kept.sha256]));
    return kept;
  };
  try {
    const text = await readPlainFile(directory, beside);
    hashes.push(JSON.stringify([beside, createHash('sha256').update(text).digest('hex')]));
    const { height, poster, seconds = 0, tracks, width } = readVideoFile(text);
    const picture = poster === undefined ? null : await keep(poster, true);
    const kept: MediaTrack[] = [];
    for (const { file, ...track } of tracks) {
      const { address: captions } = await keep(file, false);
      if (!captions.endsWith('.vtt')) throw new FileFaults([`${file}: ${m.reports_only_webvtt()}`]);
      kept.push({ ...track, address: captions });
    }
    // As large as its poster, where nothing else is known.
    const size = width && height ? { width, height } : picture?.size;
    const video = size ? { ...size, seconds, poster: picture?.address ?? null } : null;
    return { hashes, tracks: kept, video };
  } catch (error) {
    throw new FolderError([`${place}/${beside}: ${faultOf(error)}`]);
  }
}

/** A video may be larger than what is read at once; it is kept in blocks. */
async function storeNamed(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { isAsked, path }: { path: string; isAsked: boolean },
): Promise<{ address: string; sha256: string; size: StoredMedia['size'] }> {
  const { bytes: size, file } = await plainFile(directory, path);
  if (!isAsked && size > PIECE_BYTES && streamedType(endingOf(path)))
    return { ...(await storeLargeFile(services, file, path)), size: null };
  const bytes = await readFolderFile(directory, path);
  const store = isAsked ? storePicture : storeFile;
  const stored = await services.db.transaction((trx) => store(services, trx, bytes, path));
  return { ...stored, sha256: createHash('sha256').update(bytes).digest('hex') };
}
