import { Readable } from 'node:stream';
import { contentOf, type FileContent } from '#server/areas/courses/folders/export-media';
import type { Services } from '#server/services';
import { openZip, type SentZip } from '#server/zip/sent-zip';

/** Files of a part of an archive, by their paths in it. */
export type Part = ReadonlyMap<string, FileContent>;

/** A zip file that is written while it is sent: the next part is collected when the one before has been taken. */
export async function zipStream(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  parts: AsyncIterable<Part>,
): Promise<ReadableStream<Uint8Array>> {
  const zip = await openZip(clock.now());
  fill(zip, parts).then(zip.end, (error: Error) => {
    log.error({ message: error.message }, 'an export of course folders failed');
    zip.fail(error);
  });
  return zip.stream;
}

async function fill(zip: SentZip, parts: AsyncIterable<Part>): Promise<void> {
  let isClosed = false;
  void zip.closed.then(() => {
    isClosed = true;
  });
  for await (const part of parts) {
    const taken = [...part].map(([path, content]) => zip.addSource(path, () => open(content)));
    await Promise.race([zip.closed, Promise.all(taken)]);
    if (isClosed) return;
  }
}

async function open(content: FileContent): Promise<Readable> {
  const given = await contentOf(content);
  if (typeof given === 'string') return Readable.from([Buffer.from(given)]);
  return given instanceof Uint8Array ? Readable.from([Buffer.from(given)]) : Readable.from(given);
}
