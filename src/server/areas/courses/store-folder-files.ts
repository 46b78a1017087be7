import { createHash } from 'node:crypto';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { picturesOf } from '#domain/exams/question-pictures';
import { MOST_FILE_BYTES } from '#server/areas/media/read-media';
import { storeFile, storePicture } from '#server/areas/media/store-file';
import { Failure } from '#server/failure';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Services } from '#server/services';
import { addressOfFile, isRelative } from './address-of-file.ts';
import { type CourseFolder, FolderError } from './course-folder.ts';
import { questionTexts } from './question-texts.ts';
import { FileFaults } from './read-yaml.ts';

/** What the relative addresses in a folder's texts lead to, as they are written: a kept file, or why there is none. */
export type FolderFiles = ReadonlyMap<string, { readonly address: string } | { readonly fault: string }>;

const PICTURE = /\.(?:png|jpe?g|webp|gif|avif)$|\/.*\.svg$/i;

/**
 * Keeps the pictures and files that the texts of a folder name. The hash of the folder then says what is in them, too.
 * Throws a FolderError where a question asks about a picture that cannot be kept.
 */
export async function storeFolderFiles(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  folder: CourseFolder,
): Promise<{ files: FolderFiles; hash: string }> {
  const files = new Map<string, { address: string } | { fault: string }>();
  const hash = createHash('sha256').update(folder.hash);
  const asked = folder.sections.flatMap(({ exam }) => picturesOf(exam)).filter((src) => isPictureFile(src));
  for (const url of new Set([...asked, ...addressesIn(folder)])) {
    try {
      const path = pathOf(url);
      const bytes = await readFolderFile(directory, path);
      const store = asked.includes(url) ? storePicture : storeFile;
      const { address } = await services.db.transaction((trx) => store(services, trx, bytes, path));
      files.set(url, { address });
      hash.update(JSON.stringify([path, createHash('sha256').update(bytes).digest('hex')]));
    } catch (error) {
      const fault = faultOf(error);
      if (asked.includes(url)) throw new FolderError([`${folder.slug}/${url}: ${fault}`]);
      files.set(url, { fault });
    }
  }
  const hasFiles = [...files.values()].some((file) => 'address' in file);
  return { files, hash: hasFiles ? hash.digest('hex') : folder.hash };
}

/** Whether the picture of a question is a file of the folder; drawings beside the exam are read with it. */
function isPictureFile(src: string): boolean {
  return isRelative(src) && PICTURE.test(src);
}

function addressesIn({ course, sections, slug }: CourseFolder): string[] {
  const texts = sections.flatMap(({ content, exam }) => [content, ...questionTexts(exam)]);
  return texts
    .filter((text) => /\]\s*[(:]/.test(text))
    .flatMap((text) => linkAddresses(parseMarkdown(text), text))
    .map(({ url }) => url)
    .filter((url) => isRelative(url))
    .filter((url) => course.kind === 'post' || addressOfFile(url, slug, sections) === null);
}

/** The path in the folder that an address means. */
function pathOf(url: string): string {
  const [plain = ''] = url.split(/[?#]/);
  const path = decoded(plain);
  const parts = path.split('/').filter((part) => part !== '.');
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\\0:]/.test(part)))
    throw new FileFaults(['it is not a file in the folder']);
  return parts.join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The bytes of a plain file; no link on the way to it, which could lead out of the folder. */
async function readFolderFile(directory: string, path: string): Promise<Buffer> {
  const root = await realpath(directory);
  const file = join(root, path);
  const stats = await lstat(file).catch(() => null);
  if (!stats) throw new FileFaults(['it is not there']);
  if (!stats.isFile() || (await realpath(file)) !== file)
    throw new FileFaults(['it must be a plain file, no link and no folder']);
  if (stats.size > MOST_FILE_BYTES)
    throw new FileFaults([`it is larger than ${MOST_FILE_BYTES / 1024 / 1024} MB`]);
  return readFile(file);
}

function faultOf(error: unknown): string {
  if (error instanceof FileFaults) return error.faults.join(', ');
  if (error instanceof Failure && error.fields.file !== undefined)
    return error.fields.file.replace(/\.$/, '');
  throw error;
}
