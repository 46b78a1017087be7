import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

const open = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer);

/** Path and text of everything in an archive. */
export async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const zip = await open(archive, { lazyEntries: true });
  const files = new Map<string, string>();
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  zip.on('entry', (entry: Entry) =>
    zip.openReadStream(entry, async (error, content) => {
      if (error || !content) return reject(error);
      files.set(entry.fileName, (await buffer(content)).toString('utf8'));
      zip.readEntry();
    }),
  );
  zip.on('end', resolve);
  zip.readEntry();
  await promise;
  return files;
}
