import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { CONTENT_TYPES, LEVELS, type SectionType } from '#domain/courses/vocabulary';
import { TIERS } from '#domain/tiers';
import { type CourseFolder, FolderError, type FolderSection } from './course-folder.ts';
import { readExamFile } from './read-exam-file.ts';

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_FILES = 500;
const SECTION_FILE = /^(\d{2,4})-[a-z0-9-]+\.(lesson|lab)\.md$|^(\d{2,4})-[a-z0-9-]+\.(exam)\.yaml$/;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const line = z.string().trim().min(1).max(300);

const courseFile = z.strictObject({
  title: line.max(200),
  description: z.string().trim().min(1).max(5000),
  level: z.enum(LEVELS),
  subscription_level: z.enum(TIERS),
  categories: z.array(line.max(80)).min(1),
  tags: z.array(line.max(50)).default([]),
  thumbnail: z.string().optional(),
  outcomes: z.array(line).default([]),
});
const frontMatter = z.strictObject({
  id: z.string().regex(NAME, 'must be a name such as first-steps'),
  title: line.max(200),
  type: z.enum(CONTENT_TYPES).default('text'),
  video_url: z.string().optional(),
  captions_url: z.string().optional(),
  minutes: z.int().min(0).max(6000).optional(),
});

/** Reads a course folder (design, section 7). Throws a FolderError that names every fault with its file. */
export async function readCourseFolder(directory: string): Promise<CourseFolder> {
  const faults: string[] = [];
  const hash = createHash('sha256');
  const names = (await readdir(directory)).sort();
  if (names.length > MAX_FILES) throw new FolderError([`${directory}: more than ${MAX_FILES} files`]);
  const read = async (name: string): Promise<string> => {
    const text = await readPlainFile(directory, name);
    hash.update(`${name}\0${text.length}\0${text}\0`);
    return text;
  };
  const attempt = async <Result>(name: string, work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      for (const fault of faultsOf(error)) faults.push(`${name}: ${fault}`);
      return null;
    }
  };
  const slug = basename(directory);
  if (!NAME.test(slug))
    faults.push(
      `${slug}: the folder's name becomes the address: lower-case letters, digits and single hyphens`,
    );
  const course = await attempt('course.yaml', async () => courseFile.parse(parse(await read('course.yaml'))));
  const sections: FolderSection[] = [];
  for (const name of names.filter((each) => SECTION_FILE.test(each))) {
    const section = await attempt(name, async () => readSection(name, await read(name)));
    if (section) sections.push(section);
  }
  const twice = sections.filter(({ key }, index) => sections.findIndex((other) => other.key === key) < index);
  for (const { file, key } of twice) faults.push(`${file}: the id ${key} is used twice`);
  const thumbnail = course?.thumbnail;
  const isFile = thumbnail !== undefined && /^[\w-]+\.svg$/.test(thumbnail);
  const cover = isFile ? await attempt(thumbnail, () => read(thumbnail)) : null;
  if (!course || faults.length > 0) throw new FolderError(faults.map((fault) => `${slug}/${fault}`));
  return { slug, hash: hash.digest('hex'), course, sections, cover };
}

/** A plain file of the folder itself: no link that could lead out of it, nothing too large, nothing but text. */
async function readPlainFile(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isFile()) throw new Error(stats ? 'must be a plain file' : 'is missing');
  if (stats.size > MAX_FILE_BYTES) throw new Error('is larger than 1 MB');
  const text = await readFile(path, 'utf8');
  if (text.includes('\0') || text.includes('\ufffd')) throw new Error('is not a text in UTF-8');
  return text.replace(/\r\n/g, '\n');
}

function readSection(file: string, text: string): FolderSection {
  const kind = /\.(lesson|lab|exam)\./.exec(file)?.[1] as SectionType;
  if (kind === 'exam') return { ...readExamFile(text), file };
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!match) throw new Error('must begin with front matter between two lines of ---');
  const { captions_url, id, minutes, title, type, video_url } = frontMatter.parse(parse(match[1] ?? ''));
  const content = (match[2] ?? '').replace(/^\n+/, '').trimEnd();
  return {
    file,
    key: id,
    title,
    type,
    sectionType: kind,
    videoUrl: video_url ?? '',
    captionsUrl: captions_url ?? '',
    minutes,
    content,
    exam: null,
  };
}

function faultsOf(error: unknown): string[] {
  if (error instanceof z.ZodError)
    return error.issues.map(({ message, path }) => `${path.join('.') || 'it'}: ${message}`);
  return [error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)];
}
