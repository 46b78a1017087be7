import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findCourseFolders } from '#server/areas/courses/folders/import-content';
import { blockFile, WHOLE_BLOCKS } from '#server/areas/media/blocks/block-file';
import { removeAbandoned } from '#server/areas/media/remove-abandoned';
import type { UploadRow } from '#server/areas/media/uploads/upload-sql';
import type { Services } from '#server/services';
import { unpackFolders } from './unpack-folders.ts';

/** Works with the unpacked folders of an upload, in a folder that is removed whatever happens. Throws FileRefused. */
export async function withUnpacked<Result>(
  { clock, config, storage }: Pick<Services, 'clock' | 'config' | 'storage'>,
  { blocks, bytes, name }: UploadRow,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(config.dataDir, 'importing');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent, clock.now());
  const scratch = await mkdtemp(join(parent, 'zip-'));
  try {
    const archive = join(scratch, 'archive');
    const content = blockFile(storage, blocks, WHOLE_BLOCKS).read(0, bytes - 1) as ReadableStream<Uint8Array>;
    await pipeline(Readable.from(content), createWriteStream(archive, { flags: 'wx', mode: 0o600 }));
    const unpacked = join(scratch, 'unpacked');
    await mkdir(unpacked, { mode: 0o700 });
    await unpackFolders(archive, unpacked, { name });
    await rm(archive);
    return await work(await withoutWrapper(unpacked));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A folder that holds nothing but one folder is only there because it was zipped as a whole. */
async function withoutWrapper(directory: string): Promise<string> {
  const entries = await readdir(directory, { withFileTypes: true });
  const [only] = entries;
  if (entries.length !== 1 || !only?.isDirectory() || only.name === 'banks') return directory;
  const hasCourses = (await findCourseFolders(directory)).length > 0;
  return hasCourses ? directory : withoutWrapper(join(directory, only.name));
}
