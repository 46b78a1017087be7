import { createHash } from 'node:crypto';
import { picturesOf } from '#domain/exams/question-pictures';
import { storeFile, storePicture } from '#server/areas/media/store-file';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Services } from '#server/services';
import { addressOfFile, isRelative } from './address-of-file.ts';
import { type CourseFolder, FolderError } from './course-folder.ts';
import { questionTexts } from './question-texts.ts';
import { faultOf, pathOf, readFolderFile } from './read-folder-file.ts';

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
