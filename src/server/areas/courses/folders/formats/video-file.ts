import { posix } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { type MediaTrack, mediaTrack, type VideoFacts, videoFacts } from '#contract/administration/media';
import { playableAs } from '#domain/media/playable';
import { readYaml } from '../read-yaml.ts';

const file = z.string().min(1).max(400);

/** What goes with a video wherever it plays, in a file beside it; files are named from the folder that it is in. */
const videoFile = z.strictObject({
  width: videoFacts.shape.width.optional(),
  height: videoFacts.shape.height.optional(),
  seconds: videoFacts.shape.seconds.optional(),
  poster: file.optional(),
  tracks: z
    .array(mediaTrack.omit({ address: true }).extend({ file }))
    .max(20)
    .default([]),
});
export type VideoFile = z.output<typeof videoFile>;

/** The file beside a video, by the video's path. */
export function besideVideo(path: string): string {
  return `${path}.yaml`;
}

/** Whether this is the name of such a file. */
export function isBesideVideo(name: string): boolean {
  const [, video = ''] = /^(.*)\.yaml$/.exec(name) ?? [];
  return playableAs(video) === 'video';
}

/** Throws FileFaults. */
export function readVideoFile(text: string): VideoFile {
  return readYaml(text, videoFile);
}

/** The file beside the video at `path`, with the names that its files have in the export; null where nothing goes with it. */
export function writeVideoFile(
  path: string,
  { tracks, video }: { video: VideoFacts | null; tracks: readonly MediaTrack[] },
  names: ReadonlyMap<string, string>,
): string | null {
  const nameOf = (address: string) => {
    const name = names.get(address);
    return name === undefined ? undefined : posix.relative(posix.dirname(path), name);
  };
  const poster = video?.poster ? nameOf(video.poster) : undefined;
  const written = tracks.flatMap(({ address, kind, label, language }) => {
    const name = nameOf(address);
    return name === undefined ? [] : [{ kind, language, label, file: name }];
  });
  if (poster === undefined && written.length === 0) return null;
  const { height, seconds, width } = video ?? {};
  const known = video && { width, height, ...(seconds && { seconds }) };
  return stringify({ ...known, ...(poster && { poster }), ...(written.length > 0 && { tracks: written }) });
}
