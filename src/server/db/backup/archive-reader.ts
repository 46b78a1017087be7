import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { AGE_HEADER, decryptBytes, type Key } from './decrypt-bytes.ts';
import { MOST_BYTES, type Place, placeOf } from './layout.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly place: Place;
  readonly bytes: Buffer;
}

/**
 * The entries of a backup one after the other. Anything that no backup has (a link, a folder, a path of its own making,
 * a size beyond the limits), a file that is cut off, and an encrypted one without its key is a BackupError.
 */
export async function* readArchive(file: string, key?: Key): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const isSealed = await isEncrypted(file);
  if (isSealed && !key)
    throw new BackupError(`${file} is encrypted: it needs its passphrase or an identity.`);
  const plain = isSealed && key ? decryptBytes(key) : asItIs;
  const read = pipeline(createReadStream(file), plain, createZstdDecompress(), tar);
  read.catch(() => undefined);
  try {
    for await (const entry of tar) yield await readEntry(entry.header, entry);
    await read;
  } catch (error) {
    throw error instanceof BackupError || isOfFileSystem(error) ? error : damaged(file, error);
  } finally {
    tar.destroy();
  }
}

/** Whether a file is in the format of age; what is no backup at all is told when it is read. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEADER.length));
    return buffer.toString('latin1', 0, bytesRead) === AGE_HEADER;
  } finally {
    await handle.close();
  }
}

async function* asItIs(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}

async function readEntry(header: Header, body: AsyncIterable<unknown>): Promise<ArchiveEntry> {
  const { name, size, type } = header;
  const place = placeOf(name);
  if (!place || type !== 'file' || isLong(header))
    throw new BackupError(
      `This isn't a Lectern backup: it has an unexpected entry ${JSON.stringify(name.slice(0, 100))}.`,
    );
  if (size > MOST_BYTES[place.kind])
    throw new BackupError(`This isn't a Lectern backup: ${name} has an invalid size of ${size} bytes.`);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part as Uint8Array);
  return { name, place, bytes: Buffer.concat(parts) };
}

/** Names and sizes that need a header of their own; ours never do. */
function isLong({ pax }: Header): boolean {
  return pax !== null && pax !== undefined;
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function damaged(file: string, cause: unknown): BackupError {
  return new BackupError(`${file} is damaged, incomplete, or not a Lectern backup. Nothing was changed.`, {
    cause,
  });
}
