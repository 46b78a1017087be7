import { join } from 'node:path';
import type { Config } from '#server/config';
import type { Storage } from './storage.ts';

/** The store of the settings: a bucket, checked, or a folder. The library for buckets is large and read only for one. */
export async function openStorage({ dataDir, s3 }: Config): Promise<Storage> {
  if (s3) {
    const { checkBucket, s3Storage } = await import('./storage-s3.ts');
    await checkBucket(s3);
    return s3Storage(s3);
  }
  const { diskStorage } = await import('./storage-disk.ts');
  return diskStorage(join(dataDir, 'uploads'));
}
