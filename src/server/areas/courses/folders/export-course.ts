import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { pageMeta } from '#contract/page-meta';
import { canAdminister } from '#domain/access/can-administer';
import type { Exam } from '#domain/courses/exam';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { picturesOf, withPictures } from '#domain/exams/question-pictures';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { rulesOf } from '../catalogue/rules-of.ts';
import { storedExam } from '../catalogue/stored-exam.ts';
import { withFileLinks } from '../editing/with-file-links.ts';
import { selectLabSources } from '../labs/lab-spec-sql.ts';
import {
  type CourseRow,
  type Kind,
  type SectionRow,
  selectCourseBySlug,
  selectImported,
  selectSections,
} from '../sql.ts';
import { fileOfSection } from './address-of-file.ts';
import { type ExportedMedia, exportMedia, type FileContent } from './export-media.ts';
import { freeFileName } from './free-file-name.ts';
import { examFileOf } from './read-exam-file.ts';
import { writeFiles } from './write-files.ts';

/** Lines are never folded: what an author wrote on one line stays on one. */
const YAML = { lineWidth: 0 } as const;

/**
 * Writes a course or post as a folder named after its slug. Importing that folder and exporting again gives the same files, byte
 * for byte. Exams are written with their keys: for administrators only. Answers what it has written, by path.
 */
export async function exportCourse(
  services: Services,
  caller: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<Map<string, FileContent>> {
  const target = join(directory, slug);
  const files = await collectCourse(services, caller, slug);
  if (existsSync(target)) throw new Error(`${target} already exists. Remove it, or choose another folder.`);
  await writeFiles(target, files);
  return files;
}

/** The files of the folder of a course or post, by their paths in it. Fails with COURSE_NOT_FOUND. */
export async function collectCourse(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { viewer }: Caller,
  slug: string,
): Promise<Map<string, FileContent>> {
  authorise(canAdminister(viewer));
  const kind = (await selectImported(db.kysely, slug))?.kind;
  const course = kind && (await selectCourseBySlug(db.kysely, slug, kind));
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  const files = new Map<string, FileContent>();
  const cover = await coverAt(storage, course.thumbnail);
  if (cover) files.set(cover.name, cover.bytes);
  files.set('course.yaml', courseFileOf(course, { cover: cover?.name ?? course.thumbnail, kind }));
  const rows = await selectSections(db.kysely, course.id);
  const places = rows.map((row) => ({ key: row.key, file: fileOfSection(row) }));
  const exams = new Map(rows.map((row) => [row.id, storedExam(row.exam)]));
  const written = rows.map(({ captions_url, content, id, video_url }) => ({
    content,
    exam: exams.get(id) ?? null,
    videoUrl: video_url,
    captionsUrl: captions_url,
  }));
  const labs = await selectLabSources(db.kysely, course.id);
  for (const row of rows) {
    const folder = fileOfSection(row).replace(/\.md$/, '');
    // As the author wrote them: comments and order are the author's.
    for (const [path, text] of Object.entries(labs.get(row.key) ?? {})) files.set(`${folder}/${path}`, text);
  }
  const media = await exportMedia({ db, storage }, written, files);
  for (const row of rows) {
    const section = withFiles(row, media, withFileLinks(row.content, slug, places));
    const own = exams.get(row.id);
    const exam = own ? media.inExam(own) : null;
    const names = new Map<string, string>();
    for (const address of exam ? picturesOf(exam) : []) {
      const drawing = await drawingAt(storage, address);
      if (!drawing || names.has(address)) continue;
      names.set(address, freeFileName(`${section.key}-${names.size + 1}.svg`, files.keys()));
      files.set(names.get(address) ?? '', drawing);
    }
    const named = exam && withPictures(exam, (src) => names.get(src) ?? src);
    files.set(fileOfSection(section), sectionFileOf(section, named));
  }
  return files;
}

/** A section whose text, video and captions name files of the folder. */
function withFiles(row: SectionRow, { inAddress, inText }: ExportedMedia, content: string): SectionRow {
  const { captions_url, video_url } = row;
  return {
    ...row,
    content: inText(content),
    video_url: video_url && inAddress(video_url),
    captions_url: captions_url && inAddress(captions_url),
  };
}

/** The cover that this school keeps at an address, with the name of its file; null for any other address. */
async function coverAt(
  storage: Services['storage'],
  address: string,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  const [, file = '', ending = ''] = /^\/media\/([\w-]+\.(svg|webp))$/.exec(address) ?? [];
  const bytes = file === '' ? null : await storage.get(file);
  return bytes && { name: `cover.${ending}`, bytes };
}

/** The drawing that this school keeps at an address; null for any other. */
async function drawingAt(storage: Services['storage'], address: string): Promise<Uint8Array | null> {
  return /^\/media\/[\w-]+\.svg$/.test(address) ? storage.get(address.replace('/media/', '')) : null;
}

function courseFileOf(
  course: CourseRow & { readonly author_slugs: readonly string[] },
  { cover, kind }: { readonly cover: string; readonly kind: Kind },
): string {
  const drawn = course.thumbnail === `/covers/${course.slug}.svg`;
  return stringify(
    {
      ...(kind === 'post' && { kind }),
      title: course.title,
      description: course.description,
      level: course.level,
      subscription_level: course.subscription_level,
      categories: course.categories.map(({ name }) => name),
      tags: course.tags,
      ...(!drawn && { thumbnail: cover }),
      outcomes: course.outcomes,
      ...metaOf(course.meta),
      ...(course.author_slugs.length > 0 && { authors: course.author_slugs }),
      ...(!course.certificate && { certificate: false }),
      ...(course.certificate_months !== null && { certificate_months: course.certificate_months }),
      ...(course.section_order !== 'free' && { section_order: course.section_order }),
      ...(course.prerequisite_slug && { prerequisite: course.prerequisite_slug }),
      ...(course.state !== 'published' && { status: course.state }),
      ...(course.publish_at && { publish_at: course.publish_at.toISOString() }),
      ...(course.state === 'archived' && !course.keeps_access && { keeps_access: false }),
    },
    YAML,
  );
}

/** Only what is said, as a folder names it. */
function metaOf(stored: unknown): object {
  const { shareDescription, shareTitle, ...rest } = pageMeta.parse(stored);
  const named = { ...rest, share_title: shareTitle, share_description: shareDescription };
  const said = Object.entries(named).filter(([, value]) => value !== '');
  return said.length > 0 ? { meta: Object.fromEntries(said) } : {};
}

function sectionFileOf(section: SectionRow, stored: Exam | null): string {
  const { captions_url, chapter, content, key, minutes, title, type, video_url } = section;
  if (section.section_type === 'exam') {
    const exam = stored ?? {
      intro: content,
      passMark: 0,
      settings: DEFAULT_SETTINGS,
      questions: [],
      draws: [],
    };
    return stringify(examFileOf(section, exam), YAML);
  }
  const head = {
    id: key,
    title,
    ...(chapter !== '' && { chapter }),
    type,
    ...(video_url && { video_url }),
    ...(captions_url && { captions_url }),
    minutes,
    ...rulesOf(section),
  };
  return `---\n${stringify(head, YAML)}---\n\n${content}\n`;
}
