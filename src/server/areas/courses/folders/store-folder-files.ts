import { createHash } from 'node:crypto';
import { picturesOf } from '#domain/exams/question-pictures';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Services } from '#server/services';
import { DRAWING_FILE } from '../editing/check-drawing.ts';
import {
  type FolderFiles,
  type Named,
  namedFilesFaults,
  storeNamedFiles,
} from '../editing/store-named-files.ts';
import { addressOfFile, isRelative } from './address-of-file.ts';
import type { CourseFolder } from './course-folder.ts';
import { questionTexts } from './question-texts.ts';

/**
 * Keeps the pictures and files that the texts of a folder name. The hash of the folder then says what is in them, too.
 * Throws a FolderError where a question asks about a picture that cannot be kept.
 */
export async function storeFolderFiles(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  folder: CourseFolder,
): Promise<{ files: FolderFiles; hash: string }> {
  const { files, hashes } = await storeNamedFiles(services, directory, filesOf(folder));
  const hash = createHash('sha256').update(folder.hash);
  for (const each of hashes) hash.update(each);
  return { files, hash: hashes.length > 0 ? hash.digest('hex') : folder.hash };
}

/** Everything for which `storeFolderFiles` would throw a FolderError, in words. Nothing is kept. */
export function folderFilesFaults(
  services: Services,
  directory: string,
  folder: CourseFolder,
): Promise<string[]> {
  return namedFilesFaults(services, directory, filesOf(folder));
}

function filesOf(folder: CourseFolder): Named {
  const pictures = folder.sections.flatMap(({ exam }) => picturesOf(exam));
  return {
    asked: pictures.filter((src) => isPictureFile(src)),
    named: addressesIn(folder),
    place: folder.slug,
  };
}

/** Whether the picture of a question is a file of the folder; drawings beside the exam are read with it. */
function isPictureFile(src: string): boolean {
  return isRelative(src) && !DRAWING_FILE.test(src);
}

function addressesIn({ course, sections, slug }: CourseFolder): string[] {
  const texts = sections.flatMap(({ content, exam }) => [content, ...questionTexts(exam)]);
  const named = texts
    .filter((text) => /\]\s*[(:]/.test(text))
    .flatMap((text) => linkAddresses(parseMarkdown(text), text))
    .map(({ url }) => url)
    .filter((url) => isRelative(url))
    .filter((url) => course.kind === 'post' || addressOfFile(url, slug, sections) === null);
  const played = sections.flatMap(({ captionsUrl, videoUrl }) => [videoUrl, captionsUrl]);
  return [...named, ...played.filter((url) => isRelative(url))];
}
