import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { stringify } from 'yaml';
import { freeName, slugOf } from '#domain/courses/slug';
import { cut } from '#domain/cut';
import { type Edit, editText } from '#server/markdown/edit-text';
import { linkAddresses } from '#server/markdown/link-addresses';
import { lostMarkup } from '#server/markdown/lost-markup';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { isRelative } from '../folders/address-of-file.ts';
import { FolderError } from '../folders/course-folder.ts';
import { faultOf } from '../folders/read-folder-file.ts';
import { readPlainFile } from '../folders/read-plain-file.ts';
import { FileFaults } from '../folders/read-yaml.ts';
import { isFirstPage, listPages } from './list-pages.ts';
import { orderPages } from './order-pages.ts';
import { type Page, plainWords, readPage } from './read-page.ts';
import { copyTaken, type TakenFiles, takeFile } from './take-file.ts';

interface Converted {
  /** The course folder that was written. */
  readonly target: string;
  readonly lessons: number;
  /** What was not understood, each with its page and line. */
  readonly notes: readonly string[];
}
interface Lesson extends Page {
  readonly path: string;
  readonly key: string;
  readonly title: string;
  readonly file: string;
}

const YAML = { lineWidth: 0 } as const;
const TITLE_LENGTH = 200;
const GUESSED = 'course.yaml: description, level, subscription_level, and categories are guesses: check them';

/**
 * Writes a course folder from a folder of Markdown pages, which stays as it is, with the pictures and files that they link
 * to. The ids of sections come from the names of the pages, so that doing it again after an edit gives the same course.
 */
export async function convertPages(directory: string, wanted?: string): Promise<Converted> {
  const source = resolve(directory);
  const target = resolve(wanted ?? slugOf(basename(source)));
  const slug = basename(target);
  if (slugOf(slug) !== slug || slug === '')
    throw new FolderError([
      `${target}: the folder name becomes the slug: use lowercase letters, numbers, and single hyphens`,
    ]);
  if (existsSync(target)) throw new Error(`${target} already exists. Remove it, or choose another folder.`);
  const found = await listPages(source);
  const { notes: said, pages, title } = await orderPages(source, found);
  const notes = [...said];
  const lessons = await readLessons(source, pages);
  const files = new Map<string, string>();
  const taken: TakenFiles = new Map();
  for (const lesson of lessons) {
    const { losses, text } = await translate(lesson, { lessons, source, taken });
    notes.push(...[...lesson.notes, ...losses].map((note) => `${lesson.path}: ${note}`));
    const { id: _, title: __, ...head } = lesson.head;
    const front = stringify({ id: lesson.key, title: lesson.title, ...head }, YAML);
    files.set(lesson.file, `---\n${front}---\n\n${text}\n`);
  }
  const left = found.others.filter((name) => !/^mkdocs\.ya?ml$/.test(name) && !taken.has(name));
  notes.push(...left.map((name) => `${name}: not a Markdown page, skipped`), GUESSED);
  files.set('course.yaml', courseFile(title ?? courseTitle(lessons) ?? inWords(basename(source)), lessons));
  await mkdir(target, { recursive: true });
  for (const [name, text] of files) await writeFile(join(target, name), text);
  await copyTaken(source, target, taken);
  return { target, lessons: lessons.length, notes };
}

async function readLessons(source: string, pages: readonly string[]): Promise<Lesson[]> {
  const faults: string[] = [];
  const taken = new Set<string>();
  const lessons: Lesson[] = [];
  const digits = String(pages.length).length;
  for (const [index, path] of pages.entries()) {
    const text = await readPlainFile(source, path).catch((error: Error) => {
      faults.push(`${path}: ${error.message}`);
      return '';
    });
    const page = readPage(text);
    const id = typeof page.head.id === 'string' ? page.head.id : nameOf(path);
    const key = freeName(id, (name) => taken.has(name));
    taken.add(key);
    const title = typeof page.head.title === 'string' ? page.head.title : page.heading;
    const number = String(index + 1).padStart(Math.max(2, digits), '0');
    lessons.push({
      ...page,
      path,
      key,
      file: `${number}-${key}.lesson.md`,
      title: cut(title ?? inWords(path), TITLE_LENGTH),
    });
  }
  if (faults.length > 0) throw new FolderError(faults);
  return lessons;
}

/** Links to pages as links to their lessons, links to files as links to their copies, and what is lost. */
async function translate(
  { content, line: first, path }: Lesson,
  { lessons, source, taken }: { lessons: readonly Lesson[]; source: string; taken: TakenFiles },
) {
  const tree = parseMarkdown(content);
  const edits: Edit[] = [];
  const losses: { line: number; what: string }[] = [];
  for (const { kind, line, span, url } of linkAddresses(tree, content)) {
    if (!isRelative(url) && !(kind === 'picture' && /^\/[^/]/.test(url))) continue;
    const file = kind === 'picture' ? null : lessonAt(url, path, lessons);
    try {
      if (span === null) throw new FileFaults(["its address can't be read"]);
      edits.push({ ...span, text: file ?? (await takeFile(source, taken, { page: path, url })) });
    } catch (error) {
      const lost =
        kind === 'picture'
          ? `the picture ${url} was not copied`
          : `the link to ${url} doesn't lead to a page or file that was copied`;
      losses.push({ line, what: `${lost}: ${faultOf(error)}` });
    }
  }
  losses.push(...lostMarkup(tree, content));
  return {
    text: editText(content, edits),
    losses: losses
      .sort((a, b) => a.line - b.line)
      .map(({ line, what }) => `line ${first + line - 1}: ${what}`),
  };
}

/** The file of the lesson that a link on a page means: with or without its ending, or by its folder. */
function lessonAt(url: string, from: string, lessons: readonly Lesson[]): string | null {
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? [];
  const wanted = posix.join(posix.dirname(from), decoded(path)).replace(/\/$/, '');
  const found =
    lessons.find((lesson) => lesson.path === wanted) ??
    lessons.find((lesson) => lesson.path.replace(/\.\w+$/, '') === wanted.replace(/\.html$/, '')) ??
    lessons.find((lesson) => isFirstPage(lesson.path) && posix.dirname(lesson.path) === wanted);
  if (!found) return null;
  return anchor ? `${found.file}#${anchor}` : found.file;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function courseFile(title: string, lessons: readonly Lesson[]): string {
  const course = {
    title: cut(title, TITLE_LENGTH),
    description: firstWords(lessons) ?? title,
    level: 'beginner',
    subscription_level: 'premium',
    categories: ['General'],
    tags: [],
    outcomes: [],
    // Outside this product a line break in a paragraph is a space.
    line_breaks: 'soft',
  };
  return stringify(course, YAML);
}

/** The page that the whole folder opens with names it. */
function courseTitle(lessons: readonly Lesson[]): string | null {
  const first = lessons.find(({ path }) => isFirstPage(path) && !path.replace(/^docs\//, '').includes('/'));
  return first && (first.heading !== null || first.head.title !== undefined) ? first.title : null;
}

function firstWords(lessons: readonly Lesson[]): string | null {
  for (const { content } of lessons) {
    const paragraph = parseMarkdown(content).children.find(({ type }) => type === 'paragraph');
    const words = paragraph ? cut(plainWords(paragraph), 1000) : '';
    if (words !== '') return words;
  }
  return null;
}

/** Stable: it depends on the name of the page alone, without the number in front that says its place. */
function nameOf(path: string): string {
  return slugOf(partsOf(path).join('-')) || 'page';
}

function inWords(path: string): string {
  const words = (partsOf(path).at(-1) ?? '').replace(/[-_]+/g, ' ').trim();
  return words === '' ? 'Page' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** `02-basics/01-joins.md` as basics and joins; the first page of a folder has the folder's name. */
function partsOf(path: string): string[] {
  const parts = path.replace(/\.(?:md|mdx|markdown)$/i, '').split('/');
  if (isFirstPage(path)) parts.pop();
  return parts.length === 0 ? ['introduction'] : parts.map((part) => part.replace(/^\d+[-_. ]+(?=.)/, ''));
}
