import { isDeepStrictEqual } from 'node:util';
import { pageMeta } from '#contract/page-meta';
import type { PageMeta } from '#domain/site/page-meta';
import { m } from '../../../../messages/messages.js';
import { storedExam } from '../catalogue/stored-exam.ts';
import type { SectionPlan } from '../editing/plan-sections.ts';
import type { CourseRow, SectionRow } from '../sql.ts';
import type { FolderStanding } from './folder-standing.ts';

/** What a folder says about its course, as the course is kept. */
export type CourseFields = Pick<
  CourseRow,
  | 'title'
  | 'description'
  | 'level'
  | 'subscription_level'
  | 'tags'
  | 'outcomes'
  | 'certificate'
  | 'certificate_months'
  | 'thumbnail'
  | 'section_order'
>;

type StoredCourse = CourseRow & { readonly author_slugs: readonly string[] };

interface Wanted {
  /** Keys of the sections whose labs differ. */
  readonly labs: ReadonlySet<string>;
  readonly fields: CourseFields;
  /** Null: the folder leaves it to the school. */
  readonly standing: FolderStanding | null;
  readonly categories: readonly string[];
  /** Slugs; empty: the folder leaves them to the school. */
  readonly authors: readonly string[];
  /** Slug of the course that comes first. */
  readonly prerequisite: string | null;
  readonly meta: PageMeta;
}

/** Each column by its key in the file of the section; what has no key there, in words. */
const SECTION_FIELDS = {
  title: 'title',
  chapter: 'chapter',
  content: m.reports_field_text,
  type: 'type',
  section_type: m.reports_field_kind,
  video_url: 'video_url',
  captions_url: 'captions_url',
  minutes: 'minutes',
  required: 'required',
  sample: 'sample',
  opens_at: 'opens_at',
  opens_after_days: 'opens_after_days',
  exam: 'exam',
  sort_order: m.reports_field_position,
} as const satisfies Partial<Record<keyof SectionRow, string | (() => string)>>;

/** Everything in which a stored course differs from its folder: its fields first, then a line for each section. */
export function compareImport(
  stored: { readonly course: StoredCourse; readonly sections: readonly SectionRow[] },
  wanted: Wanted,
  plan: SectionPlan,
): string[] {
  return [...compareCourse(stored.course, wanted), ...compareSections(stored.sections, plan, wanted.labs)];
}

/** The fields in which a stored course differs from what its folder says. */
function compareCourse(
  stored: StoredCourse,
  { authors, categories, fields, meta, prerequisite, standing }: Wanted,
): string[] {
  const differing = Object.entries(fields)
    .filter(([name, value]) => !isDeepStrictEqual(stored[name as keyof CourseFields], value))
    .map(([name]) => name);
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  if (!isDeepStrictEqual(lower(stored.categories.map(({ name }) => name)), lower(categories)))
    differing.push('categories');
  if (authors.length > 0 && !isDeepStrictEqual(stored.author_slugs, authors)) differing.push('authors');
  const { keeps_access, publish_at, state } = stored;
  if (standing && !isDeepStrictEqual({ state, publish_at, keeps_access }, standing)) differing.push('status');
  if (stored.prerequisite_slug !== prerequisite) differing.push('prerequisite');
  if (!isDeepStrictEqual(pageMeta.parse(stored.meta), meta)) differing.push('meta');
  return differing;
}

/** One line for each section that differs, with the fields; sections that only one side has are named. */
function compareSections(
  stored: readonly SectionRow[],
  { removed, written }: SectionPlan,
  labs: ReadonlySet<string>,
): string[] {
  const known = new Map(stored.map((row) => [row.id, row]));
  const rewritten = new Set(written.map(({ row }) => row.key));
  const changed = written.flatMap(({ id, row }) => {
    const before = id === null ? undefined : known.get(id);
    if (!before) return [lineOf(row.key, m.reports_only_in_the_folder())];
    const fields = [...fieldsOf(before, row), ...(labs.has(row.key) ? ['lab'] : [])];
    return fields.length > 0 ? [lineOf(row.key, fields.join(', '))] : [];
  });
  const gone = removed.map((id) => lineOf(known.get(id)?.key ?? id, m.reports_only_in_the_course()));
  const onlyLabs = stored.filter(({ key }) => labs.has(key) && !rewritten.has(key));
  return [...changed, ...onlyLabs.map(({ key }) => lineOf(key, 'lab')), ...gone];
}

function fieldsOf(before: SectionRow, row: Omit<SectionRow, 'id'>): string[] {
  const was = comparable(before);
  const is = comparable(row);
  return Object.entries(SECTION_FIELDS)
    .filter(([name]) => !isDeepStrictEqual(was[name], is[name]))
    .map(([, name]) => (typeof name === 'string' ? name : name()));
}

function lineOf(key: string, text: string): string {
  return m.reports_in_section({ key, text });
}

/** As it would be read again: an exam that an older version stored lacks what has a default now. */
function comparable(row: Omit<SectionRow, 'id'>): Record<string, unknown> {
  return JSON.parse(JSON.stringify({ ...row, exam: storedExam(row.exam) }));
}
