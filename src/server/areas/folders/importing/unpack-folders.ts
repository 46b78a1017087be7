import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MAX_FOLDER_ENTRIES, MAX_UNPACKED_GIGABYTES } from '#domain/courses/folder-import';
import { cut } from '#domain/cut';
import { FileRefused } from '#server/areas/banks/formats/file-refused';
import { ENCRYPTED, MAX_RATIO, PASSED_OVER, SMALL, zipReason } from '#server/areas/banks/formats/open-zip';
import { m } from '../../../../messages/messages.js';

export interface UnpackLimits {
  readonly entries: number;
  readonly bytes: number;
}
const LIMITS: UnpackLimits = { entries: MAX_FOLDER_ENTRIES, bytes: MAX_UNPACKED_GIGABYTES * 1024 ** 3 };

const MAX_PARTS = 12;
const MAX_PATH = 400;
const MAX_PART_BYTES = 200;
/** Signs that some system minds, or that lead a reader astray. */
const STRANGE = /[\p{C}\\:*?"<>|]|\uFFFD/u;
const NAMED_TWICE = new Set(['EEXIST', 'EISDIR', 'ENOTDIR']);
/** Of a file as Unix packs it: its kind, such as a link. */
const KIND = 0o170000;
const REGULAR = 0o100000;

/**
 * Unpacks a ZIP file of course folders into an empty folder. Only regular files are written, each once, and nothing that is
 * unpacked can be a link that another file is written through. A course that stands in no folder of its own gets one named as
 * the ZIP file. Throws FileRefused.
 */
export async function unpackFolders(
  archive: string,
  target: string,
  { limits = LIMITS, name }: { name: string; limits?: UnpackLimits },
): Promise<void> {
  try {
    const zip = await openPromise(archive, {
      autoClose: false,
      lazyEntries: true,
      strictFileNames: false,
    });
    try {
      await unpack(zip, target, { limits, name });
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (NAMED_TWICE.has(code)) throw new FileRefused(m.imports_the_zip_file_has_a_file_and());
    if (code.startsWith('E')) throw error;
    throw new FileRefused(zipReason(error instanceof Error ? error.message : ''));
  }
}

async function unpack(
  zip: ZipFile,
  target: string,
  { limits, name }: { name: string; limits: UnpackLimits },
): Promise<void> {
  const tooMany = m.imports_the_zip_file_has_more_than_files({ most: limits.entries });
  if (zip.entryCount > limits.entries) throw new FileRefused(tooMany);
  const taken = new Set<string>();
  const entries: { entry: Entry; path: string }[] = [];
  let total = 0;
  // All names and sizes are looked at before anything is written.
  for await (const entry of zip.eachEntry()) {
    const named = entry.fileName.replace(/^(?:\.\/)+/, '');
    if (named.endsWith('/') || PASSED_OVER.test(named)) continue;
    const path = pathOf(entry, named);
    if (taken.has(path.toLowerCase()))
      throw new FileRefused(m.imports_the_zip_file_has_two_files_named({ path }));
    taken.add(path.toLowerCase());
    total += entry.uncompressedSize;
    if (total > limits.bytes || isBomb(entry))
      throw new FileRefused(m.imports_unpacked_the_zip_file_is_too_large({ most: sizeOf(limits.bytes) }));
    entries.push({ entry, path });
  }
  const into = entries.some(({ path }) => path === 'course.yaml') ? join(target, slugOf(name)) : target;
  for (const { entry, path } of entries) {
    const file = join(into, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // A file that is larger than it says ends with an error.
    await pipeline(
      await zip.openReadStreamPromise(entry),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
  }
}

/** Where an entry goes; composed letters, as texts write them. */
function pathOf(entry: Entry, named: string): string {
  if (entry.isEncrypted()) throw new FileRefused(ENCRYPTED());
  const path = named.normalize('NFC');
  const kind = (entry.externalFileAttributes >>> 16) & KIND;
  if (kind !== 0 && kind !== REGULAR)
    throw new FileRefused(m.imports_is_a_link_or_another_special_file({ path }));
  const parts = path.split('/');
  const isPlain = parts.every(
    (part) => part !== '' && part !== '..' && part !== '.' && Buffer.byteLength(part) <= MAX_PART_BYTES,
  );
  if (!isPlain || parts.length > MAX_PARTS || path.length > MAX_PATH || STRANGE.test(path))
    throw new FileRefused(m.imports_the_zip_file_has_a_file_whose({ path: shown(path) }));
  return path;
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > SMALL && uncompressedSize > compressedSize * MAX_RATIO;
}

function shown(path: string): string {
  return cut(path.replace(/\p{C}/gu, '\uFFFD'), 120);
}

function sizeOf(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Math.round(gigabytes)} GB` : `${Math.round(bytes / 1000)} kB`;
}

/** The folder name becomes the slug; a copy that the browser numbered keeps its course. */
function slugOf(name: string): string {
  return basename(name)
    .replace(/\.zip$/i, '')
    .replace(/ ?\(\d+\)$/, '');
}
