import type { Config } from '#server/config';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** Asks the object store for its bucket; nothing is looked at where uploads are in a folder. */
export async function checkBucket({ s3 }: Config): Promise<Finding[]> {
  if (!s3) return [];
  const what = `bucket ${s3.bucket} at ${s3.endpoint}`;
  try {
    // The library for buckets is large: it is read only for one.
    const storage = await import('#server/platform/storage-s3');
    await storage.checkBucket(s3);
    return [ok(`${what} is reachable`)];
  } catch (error) {
    return [fault(what, reasonOf(error))];
  }
}
