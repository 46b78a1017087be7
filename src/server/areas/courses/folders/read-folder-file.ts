import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { MAX_FILE_BYTES } from '#server/areas/media/read-media';
import { Failure } from '#server/failure';
import { m } from '../../../../messages/messages.js';
import { FileFaults } from './read-yaml.ts';

/** The path in a folder that a relative address means, in a text that is in its folder `from`. Throws FileFaults. */
export function pathOf(url: string, from = ''): string {
  const [plain = ''] = url.split(/[?#]/);
  const path = posix.join(from, decoded(plain));
  if (path.split('/').some((part) => part === '' || part.startsWith('.') || /[\\\0:]/.test(part)))
    throw new FileFaults([m.reports_it_is_not_in_the_folder()]);
  return path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The bytes of a plain file; no link on the way to it, which could lead out of the folder. Throws FileFaults. */
export async function readFolderFile(directory: string, path: string): Promise<Buffer> {
  const { bytes, file } = await plainFile(directory, path);
  if (bytes > MAX_FILE_BYTES)
    throw new FileFaults([m.reports_it_is_larger_than_mb({ number: MAX_FILE_BYTES / 1024 / 1024 })]);
  return readFile(file);
}

/** Where a plain file is, and its size, as for `readFolderFile`. Throws FileFaults. */
export async function plainFile(directory: string, path: string): Promise<{ file: string; bytes: number }> {
  const root = await realpath(directory);
  const file = join(root, path);
  const stats = await lstat(file).catch(() => null);
  if (!stats) throw new FileFaults([m.reports_not_found()]);
  if (!stats.isFile() || (await realpath(file)) !== file)
    throw new FileFaults([m.reports_it_must_be_a_regular_file()]);
  return { file, bytes: stats.size };
}

/** Why a file cannot be kept, in words; throws what is no fault of the file. */
export function faultOf(error: unknown): string {
  if (error instanceof FileFaults) return error.faults.join(', ');
  if (error instanceof Failure && error.fields.file !== undefined)
    return error.fields.file.replace(/\.$/, '');
  throw error;
}
