import { finished, Readable } from 'node:stream';

/** A zip file that is written while it is sent. */
export interface SentZip {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when all of it was taken, or nobody takes any more. */
  readonly closed: Promise<void>;
  readonly addText: (path: string, text: string) => void;
  /** Opens the source when it is its turn, which resolves; it is destroyed when nobody takes any more. */
  readonly addSource: (path: string, open: () => Promise<Readable> | Readable) => Promise<void>;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

export async function openZip(mtime: Date): Promise<SentZip> {
  const { ZipFile: Zip } = await import('yazl');
  const zip = new Zip();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  const stream = Readable.toWeb(output) as ReadableStream<Uint8Array>;
  return {
    stream,
    closed: new Promise((resolve) => void finished(output, () => resolve())),
    addText: (path, text) => zip.addBuffer(Buffer.from(text), path, { mtime }),
    addSource: (path, open) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      zip.addReadStreamLazy(path, { mtime }, (give) => {
        resolve();
        if (output.destroyed) return;
        openFor(output, open).then((source) => give(null, source), fail);
      });
      return promise;
    },
    end: () => zip.end(),
    fail,
  };
}

/** A source that ends with what is written from it: the library only stops reading it, and hears no error of it. */
async function openFor(output: Readable, open: () => Promise<Readable> | Readable): Promise<Readable> {
  const source = await open();
  const stop = () => void source.destroy();
  source.on('error', (error) => void output.destroy(error));
  source.once('close', () => output.off('close', stop));
  if (output.destroyed) stop();
  else output.once('close', stop);
  return source;
}
