import { createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '#server/services';
import { WHOLE_BLOCKS } from '../blocks/block-file.ts';
import { openMedia } from '../open-media.ts';
import { removeAbandoned } from '../remove-abandoned.ts';
import type { VideoJob } from './renditions-sql.ts';

interface Place {
  readonly source: string;
  readonly folder: string;
}

/** A folder at work is touched so often; one that nobody touched for so long is of a process that died. */
const TOUCH_MS = 60_000;
const STALE_MS = 10 * TOUCH_MS;

const parentOf = (dataDir: string) => join(dataDir, 'encoding');

/** Removes what processes left that died with a video in hand: asked before whether there is room for the next one. */
export async function sweepSources({ clock, config }: Pick<Services, 'clock' | 'config'>): Promise<void> {
  const parent = parentOf(config.dataDir);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent, clock.now(), STALE_MS);
}

/** Works with a video as a file of this machine, and an empty folder beside it; both are removed whatever happens. */
export async function withSource<Result>(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'storage'>,
  { ending, holder, id }: Pick<VideoJob, 'ending' | 'id'> & { readonly holder: string },
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  // Each holder has its own: one that lost the job may still be at work on this machine, and removes what it leaves.
  const scratch = join(parentOf(services.config.dataDir), `${id}-${holder}`);
  await rm(scratch, { recursive: true, force: true });
  const touch = () => {
    const now = services.clock.now();
    void utimes(scratch, now, now).catch(() => undefined);
  };
  const touches = setInterval(touch, TOUCH_MS);
  try {
    const folder = join(scratch, 'sizes');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const source = join(scratch, `source.${ending}`);
    const opened = await openMedia(services, `${id}.${ending}`, WHOLE_BLOCKS);
    if (!opened) throw new Error('the video is not in the store');
    const content = opened.file.read(0, opened.file.size - 1);
    await pipeline(
      Readable.from(content instanceof Uint8Array ? [content] : content),
      createWriteStream(source, { flags: 'wx', mode: 0o600 }),
    );
    return await work({ folder, source });
  } finally {
    clearInterval(touches);
    await rm(scratch, { recursive: true, force: true });
  }
}
