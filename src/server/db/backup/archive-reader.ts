import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { type ArchiveSource, asItIs, CHUNK_BYTES, fileSource } from './archive-file.ts';
import { BackupError } from './backup-error.ts';
import { AGE_HEADER, decryptBytes, type Key } from './decrypt-bytes.ts';
import { MAX_BYTES, type Place, placeOf } from './layout.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly place: Place;
  readonly bytes: Buffer;
}

/**
 * The entries of a backup one after the other. Anything that no backup has (a link, a folder, a path of its own making,
 * a size beyond the limits), a file that is cut off, and an encrypted one without its key is a BackupError.
 */
export async function* readArchive(archive: string | ArchiveSource, key?: Key): AsyncGenerator<ArchiveEntry> {
  const source = typeof archive === 'string' ? fileSource(archive) : archive;
  const tar = extract();
  try {
    const { bytes, close, isSealed } = await openArchive(source);
    if (isSealed && !key) {
      await close();
      throw new BackupError(`${source.name} is encrypted: it needs its passphrase or an identity.`);
    }
    const read = pipeline(
      bytes(),
      isSealed && key ? decryptBytes(key) : asItIs,
      createZstdDecompress({ chunkSize: CHUNK_BYTES }),
      tar,
    );
    read.catch(() => undefined);
    for await (const entry of tar) yield await readEntry(entry.header, entry);
    await read;
  } catch (error) {
    throw error instanceof BackupError || isOfSystem(error) ? error : damaged(source.name, error);
  } finally {
    tar.destroy();
  }
}

/** Whether a backup is in the format of age; what is no backup at all is reported when it is read. */
export async function isEncrypted(archive: string | ArchiveSource): Promise<boolean> {
  const { close, isSealed } = await openArchive(typeof archive === 'string' ? fileSource(archive) : archive);
  await close();
  return isSealed;
}

/** Looks at how a backup begins; `bytes` is all of it. */
async function openArchive(source: ArchiveSource) {
  const rest = source.read()[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < AGE_HEADER.length) {
    const { done, value } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const isSealed = head.toString('latin1', 0, AGE_HEADER.length) === AGE_HEADER;
  const bytes = async function* () {
    try {
      yield head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  };
  return { bytes, close: async () => void (await rest.return?.()), isSealed };
}

async function readEntry(header: Header, body: AsyncIterable<unknown>): Promise<ArchiveEntry> {
  const { name, size, type } = header;
  const place = placeOf(name);
  if (!place || type !== 'file' || isLong(header))
    throw new BackupError(
      `This isn't a Lectern backup: it has an unexpected entry ${JSON.stringify(name.slice(0, 100))}.`,
    );
  if (size > MAX_BYTES[place.kind])
    throw new BackupError(`This isn't a Lectern backup: ${name} has an invalid size of ${size} bytes.`);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part as Uint8Array);
  return { name, place, bytes: Buffer.concat(parts) };
}

/** Names and sizes that need a header of their own; ours never do. */
function isLong({ pax }: Header): boolean {
  return pax !== null && pax !== undefined;
}

/** Of the disk, the network, or the object store: it says nothing about the backup. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || '$metadata' in error);
}

function damaged(file: string, cause: unknown): BackupError {
  return new BackupError(`${file} is damaged, incomplete, or not a Lectern backup. Nothing was changed.`, {
    cause,
  });
}
