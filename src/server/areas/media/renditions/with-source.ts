import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
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

/** Works with a video as a file of this machine, and an empty folder beside it; both are removed whatever happens. */
export async function withSource<Result>(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'storage'>,
  { ending, holder, id }: Pick<VideoJob, 'ending' | 'id'> & { readonly holder: string },
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const parent = join(services.config.dataDir, 'encoding');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent, services.clock.now());
  // Each holder has its own: one that lost the job may still be at work on this machine, and removes what it leaves.
  const scratch = join(parent, `${id}-${holder}`);
  await rm(scratch, { recursive: true, force: true });
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
    await rm(scratch, { recursive: true, force: true });
  }
}
