import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { m } from '../../../../messages/messages.js';
import { FileRefused } from './file-refused.ts';

const MAX_ENTRIES = 3000;
const MAX_TOTAL_BYTES = 100_000_000;
/** Texts of questions and pictures are never packed as densely as this; what is was made to fill memory. */
export const MAX_RATIO = 200;
export const SMALL = 1_000_000;
export const ENCRYPTED = m.imports_the_zip_file_is_encrypted_zip_the;
export const PASSED_OVER = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** Whether the bytes begin as a zip file does. */
export function isZip(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\u0003\u0004';
}

/** The one text of questions in a zip file, with its path, and the files beside it. Throws FileRefused. */
export async function openZip(
  bytes: Uint8Array,
): Promise<{ text: Buffer; path: string; files: Map<string, Buffer> }> {
  const files = await unpack(bytes).catch((error: unknown) => {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused(zipReason(error instanceof Error ? error.message : ''));
  });
  const texts = [...files.keys()].filter((path) => /\.(?:gift|txt)$/i.test(path));
  const [path, another] = texts.length > 1 ? texts.filter((each) => /\.gift$/i.test(each)) : texts;
  if (path === undefined && texts.length === 0)
    throw new FileRefused(m.imports_there_is_no_gift_file_gift_or());
  if (path === undefined || another !== undefined)
    throw new FileRefused(m.imports_there_are_several_text_files_in_the());
  const text = files.get(path) ?? Buffer.alloc(0);
  files.delete(path);
  return { text, path, files };
}

/** In the words of somebody who packs files what the reader of archives says. */
export function zipReason(said: string): string {
  if (/relative path|absolute path|invalid characters/i.test(said))
    return m.imports_the_zip_file_leads_outside();
  if (/encrypt/i.test(said)) return ENCRYPTED();
  if (/compression method/i.test(said)) return m.imports_the_zip_file_uses_an_unsupported_format();
  return m.imports_the_zip_file_is_damaged();
}

async function unpack(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // It refuses paths that lead out of the archive, and entries that are larger than they say.
  const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: false });
  if (zip.entryCount > MAX_ENTRIES)
    throw new FileRefused(m.imports_the_zip_file_has_more_than_files({ most: MAX_ENTRIES }));
  const files = new Map<string, Buffer>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const { compressedSize, fileName, uncompressedSize } = entry;
    if (fileName.endsWith('/') || PASSED_OVER.test(fileName)) continue;
    total += uncompressedSize;
    const isBomb = uncompressedSize > SMALL && uncompressedSize > compressedSize * MAX_RATIO;
    if (total > MAX_TOTAL_BYTES || isBomb)
      throw new FileRefused(m.imports_unpacked_the_zip_file_is_larger_than());
    files.set(fileName, await read(zip, entry));
  }
  return files;
}

async function read(zip: ZipFile, entry: Parameters<ZipFile['openReadStreamPromise']>[0]): Promise<Buffer> {
  if (entry.isEncrypted()) throw new FileRefused(ENCRYPTED());
  return buffer(await zip.openReadStreamPromise(entry));
}
