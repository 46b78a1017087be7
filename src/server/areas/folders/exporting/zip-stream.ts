import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import type { FileContent } from '#server/areas/courses/folders/export-media';
import type { Services } from '#server/services';

/** Files of a part of an archive, by their paths in it. */
export type Part = ReadonlyMap<string, FileContent>;

/** A zip file that is written while it is sent: the next part is collected when the one before has been taken. */
export async function zipStream(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  parts: AsyncIterable<Part>,
): Promise<ReadableStream<Uint8Array>> {
  const { ZipFile: Zip } = await import('yazl');
  const zip = new Zip();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const stream = Readable.toWeb(output) as ReadableStream<Uint8Array>;
  const gone = new Promise<void>((resolve) => void output.once('close', resolve));
  fill(zip, parts, { gone, mtime: clock.now() }).then(
    () => zip.end(),
    (error: Error) => {
      log.error({ message: error.message }, 'an export of course folders failed');
      output.destroy(error);
    },
  );
  return stream;
}

async function fill(
  zip: ZipFile,
  parts: AsyncIterable<Part>,
  { gone, mtime }: { gone: Promise<void>; mtime: Date },
): Promise<void> {
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  for await (const part of parts) {
    const taken = [...part].map(([path, content]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      zip.addReadStreamLazy(path, { mtime }, (give) => {
        resolve();
        open(content).then(
          (readable) => give(null, readable),
          (error: Error) => give(error, Readable.from([])),
        );
      });
      return promise;
    });
    await Promise.race([gone, Promise.all(taken)]);
    if (isGone) return;
  }
}

async function open(content: FileContent): Promise<Readable> {
  const given = typeof content === 'function' ? await content() : content;
  if (typeof given === 'string') return Readable.from([Buffer.from(given)]);
  return given instanceof Uint8Array ? Readable.from([Buffer.from(given)]) : Readable.from(given);
}
