import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { courseForm, sectionForm } from '#contract/courses/course-form';
import { pageMeta } from '#contract/page-meta';
import { pictureAddress } from '#contract/picture-address';
import { atMostCharacters, says } from '#contract/says';
import { MAX_AUTHORS } from '#domain/authors/limits';
import { COURSE_STATES } from '#domain/courses/life-cycle';
import { lostLessons } from '#domain/courses/lost-lessons';
import { nearestWord } from '#domain/courses/nearest-word';
import { plainText } from '#domain/courses/plain-text';
import { MAX_SECTIONS, type SectionType } from '#domain/courses/vocabulary';
import { picturesOf } from '#domain/exams/question-pictures';
import { m } from '../../../../messages/messages.js';
import { sectionHead } from '../catalogue/section-head.ts';
import { checkDrawing, DRAWING_FILE } from '../editing/check-drawing.ts';
import type { WrittenLab } from '../labs/lab-spec-sql.ts';
import { readLabFolder } from '../labs/read-lab-folder.ts';
import { LabFaults } from '../labs/read-lab-source.ts';
import { type CourseFolder, FolderError, type FolderSection } from './course-folder.ts';
import { isBesideVideo } from './formats/video-file.ts';
import { EXAM_FIELDS, readExamFile } from './read-exam-file.ts';
import { readFolderFile } from './read-folder-file.ts';
import { readPlainFile } from './read-plain-file.ts';
import { FileFaults, lineWords, readYaml, unknownKeys } from './read-yaml.ts';

const SECTION_FILE = /^(\d{1,4})-[a-z0-9-]+\.(?:(lesson|lab)\.md|(exam)\.yaml)$/;
/** The folder beside a lab of the same name. */
const LAB_FOLDER = /^\d{1,4}-[a-z0-9-]+\.lab$/;
const COVER_FILE = /^[\w-]+\.(?:svg|png|jpe?g|webp|gif|avif)$/i;
/**
 * Notes of the author to the author, and what is read apart: question banks, and what goes with a video. Everything else that
 * is written has a place in the course or a fault.
 */
const isIgnored = (name: string) => /^\.|^README\.md$|\.bank\.yaml$/i.test(name) || isBesideVideo(name);

const { certificate, certificateMonths, description, level, outcomes, slug: slugShape } = courseForm.shape;
const { sectionOrder, subscriptionLevel, tags, title } = courseForm.shape;
const { canonical, shareDescription, shareTitle, title: metaTitle } = pageMeta.shape;
const folderMeta = z
  .strictObject({ title: metaTitle, canonical, share_title: shareTitle, share_description: shareDescription })
  .default({ title: '', canonical: '', share_title: '', share_description: '' })
  .transform(({ share_description, share_title, ...rest }) => ({
    ...rest,
    shareTitle: share_title,
    shareDescription: share_description,
  }));
const courseFile = z
  .object({
    /** A post is written like a course; its sections are its body. */
    kind: z.enum(['course', 'post']).default('course'),
    title,
    description: description.transform(plainText),
    level,
    subscription_level: subscriptionLevel,
    categories: z
      .array(z.string().trim().min(1).max(80, atMostCharacters(80)))
      .min(1, says(m.faults_at_least_one_category_is_required))
      .max(
        20,
        says(() => m.faults_at_most_categories({ number: 20 })),
      ),
    tags,
    thumbnail: z.union([z.string().regex(COVER_FILE), pictureAddress]).optional(),
    outcomes,
    /** Of a post: what search engines and shared links get instead of title and description. */
    meta: folderMeta,
    /** Slugs of the authors, in the order in which they are named. */
    authors: z
      .array(slugShape)
      .min(1, says(m.faults_at_least_one_author_is_required))
      .max(MAX_AUTHORS)
      .optional(),
    certificate,
    certificate_months: certificateMonths,
    section_order: sectionOrder,
    /** Slug of the course that must be completed first. */
    prerequisite: slugShape.nullable().default(null),
    line_breaks: z.enum(['keep', 'soft']).default('keep'),
    /** Where the course stands; `publish_at` belongs to `scheduled`, `keeps_access` to `archived`. */
    status: z.enum(COURSE_STATES).optional(),
    publish_at: z.iso.datetime(says(m.faults_must_be_a_date_and_time)).optional(),
    keeps_access: z.boolean().optional(),
  })
  .refine(({ publish_at, status }) => (status === 'scheduled') === (publish_at !== undefined), {
    path: ['publish_at'],
    error: () => m.reports_belongs_to({ key: 'status: scheduled' }),
  })
  .refine(({ kind, meta }) => kind === 'post' || Object.values(meta).every((value) => value === ''), {
    path: ['meta'],
    error: () => m.reports_belongs_to({ key: 'kind: post' }),
  });

const COURSE_FIELDS = Object.keys(courseFile.shape);
const HEAD_FIELDS = Object.keys(sectionHead.shape);

/** Reads a course folder (design, section 7). Throws a FolderError that names every fault with its file and line. */
export async function readCourseFolder(path: string): Promise<CourseFolder> {
  const directory = resolve(path);
  const slug = basename(directory);
  const faults: string[] = [];
  const attempt = async <Result>(name: string, work: () => Result | Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      const found = error instanceof FileFaults ? error.faults : [(error as Error).message];
      for (const fault of found) faults.push(`${name === '' ? slug : `${slug}/${name}`}: ${fault}`);
      return null;
    }
  };
  if (!slugShape.safeParse(slug).success) faults.push(`${slug}: ${m.reports_folder_name_is_slug()}`);
  const hash = createHash('sha256');
  const read = async (name: string): Promise<string> => {
    const text = await readPlainFile(directory, name);
    hash.update(JSON.stringify([name, text]));
    return text;
  };
  const warnings: string[] = [];
  const course = await attempt('course.yaml', async () => {
    const text = await read('course.yaml');
    warnings.push(...unknownIn(text, COURSE_FIELDS).map((said) => `${slug}/course.yaml: ${said}`));
    return readYaml(text, courseFile);
  });
  const { labs = [], names = [] } = (await attempt('', () => sectionFiles(directory))) ?? {};
  const readLab = async (name: string): Promise<WrittenLab | null> => {
    try {
      const lab = await readLabFolder(join(directory, name));
      hash.update(JSON.stringify([name, lab.source]));
      return lab;
    } catch (error) {
      if (!(error instanceof LabFaults)) throw error;
      for (const { file, ...fault } of error.faults)
        faults.push(`${slug}/${name}${file === '' ? '' : `/${file}`}: ${lineWords(fault)}`);
      return null;
    }
  };
  const readDrawing = async (name: string) => {
    const drawing = await read(name);
    checkDrawing(drawing);
    return drawing;
  };
  const readCoverFile = async (name: string) => {
    if (DRAWING_FILE.test(name)) return { name, bytes: Buffer.from(await readDrawing(name)) };
    const bytes = await readFolderFile(directory, name);
    hash.update(JSON.stringify([name, createHash('sha256').update(bytes).digest('hex')]));
    return { name, bytes };
  };
  const sections: FolderSection[] = [];
  for (const name of names) {
    const section = await attempt(name, async () => {
      const { unknown, ...known } = readSection(name, await read(name));
      warnings.push(...unknown.map((said) => `${slug}/${name}: ${said}`));
      return known;
    });
    const drawings = new Map<string, string>();
    for (const picture of section ? picturesOf(section.exam).filter((src) => DRAWING_FILE.test(src)) : [])
      drawings.set(picture, (await attempt(picture, () => readDrawing(picture))) ?? '');
    if (section && sections.some(({ key }) => key === section.key))
      faults.push(`${slug}/${name}: ${m.reports_id_used_twice({ id: section.key })}`);
    const folder = name.replace(/\.md$/, '');
    const lab = labs.includes(folder) ? await readLab(folder) : null;
    if (section) sections.push({ ...section, drawings, lab });
  }
  // A section with a fault has no key: what names its lesson is at no fault of its own.
  if (faults.length === 0)
    for (const { lesson, path, section } of lostLessons(sections))
      faults.push(`${slug}/${sections[section]?.file}: ${path}: ${m.reports_no_lesson({ lesson })}`);
  const thumbnail = course?.thumbnail;
  const cover =
    thumbnail !== undefined && COVER_FILE.test(thumbnail)
      ? await attempt(thumbnail, () => readCoverFile(thumbnail))
      : null;
  if (!course || faults.length > 0) throw new FolderError(faults);
  return { slug, hash: hash.digest('hex'), course, sections, cover, warnings };
}

/** The files of sections in the order of their numbers. A text file with another name is a fault, not left out unseen. */
async function sectionFiles(directory: string): Promise<{ names: string[]; labs: string[] }> {
  const names = (await readdir(directory)).filter((name) => !isIgnored(name));
  const strange = names.filter(
    (name) => /\.(?:md|ya?ml)$/.test(name) && name !== 'course.yaml' && !SECTION_FILE.test(name),
  );
  if (strange.length > 0) throw new FileFaults(strange.map((name) => m.reports_must_be_named_like({ name })));
  const labs = names.filter((name) => LAB_FOLDER.test(name));
  const alone = labs.filter((name) => !names.includes(`${name}.md`));
  if (alone.length > 0)
    throw new FileFaults(alone.map((name) => m.reports_lab_has_no_text({ name, file: `${name}.md` })));
  const number = (name: string) => Number(SECTION_FILE.exec(name)?.[1]);
  const sections = names
    .filter((name) => SECTION_FILE.test(name))
    .sort((a, b) => number(a) - number(b) || (a < b ? -1 : 1));
  if (sections.length > MAX_SECTIONS)
    throw new FileFaults([m.faults_at_most_sections({ number: MAX_SECTIONS })]);
  return { names: sections, labs };
}

function readSection(
  file: string,
  text: string,
): Omit<FolderSection, 'drawings' | 'lab'> & { unknown: string[] } {
  const kind = (/\.(lesson|lab|exam)\./.exec(file)?.[1] ?? 'lesson') as SectionType;
  if (kind === 'exam')
    return { ...readExamFile(text), file, line: null, unknown: unknownIn(text, EXAM_FIELDS) };
  const [, front, body = ''] = /^---\n([\s\S]*?\n)---(?:\n([\s\S]*))?$/.exec(text) ?? [];
  if (front === undefined)
    throw new FileFaults([{ line: 1, said: m.reports_must_start_with_front_matter() }]);
  const { captions_url, id, opens_after_days, opens_at, video_url, ...rest } = readYaml(
    front,
    sectionHead,
    1,
  );
  if (rest.sample && kind !== 'lesson')
    throw new FileFaults([`sample: ${m.reports_only_lessons_are_samples()}`]);
  const content = plainText(body);
  const checked = sectionForm.shape.content.safeParse(content);
  if (!checked.success) throw new FileFaults(checked.error.issues.map(({ message }) => message));
  return {
    ...rest,
    file,
    key: id,
    sectionType: kind,
    videoUrl: video_url,
    captionsUrl: captions_url,
    opensAt: opens_at,
    opensAfterDays: opens_after_days,
    content,
    // The line of --- and what plainText takes away in front.
    line: front.split('\n').length + 2 + (/^(?:[ \t]*\n)*/.exec(body)?.[0].split('\n').length ?? 1) - 1,
    exam: null,
    unknown: unknownIn(front, HEAD_FIELDS, 1),
  };
}

/** What a file says that is not known and left out, in words. */
function unknownIn(text: string, known: readonly string[], before = 0): string[] {
  return unknownKeys(text, known, before).map(({ key, line }) => {
    const meant = nearestWord(key, known);
    const said = meant
      ? m.reports_unknown_key_ignored_meant({ key, meant })
      : m.reports_unknown_key_ignored({ key });
    return lineWords({ line, said });
  });
}
