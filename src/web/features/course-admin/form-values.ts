import { type CourseForm, courseForm } from '#contract/courses/course-form';
import type { Drafted, EditSection } from '#contract/courses/courses';
import type { DraftForm } from '#contract/courses/drafts';
import type { ExamForm } from '#contract/exams/exam-form';
import type { PageMeta } from '#domain/site/page-meta';

/** A section in the form; `rowKey` is what React and dragging know it by, also before it has an id. */
export interface SectionValues {
  rowKey: string;
  id?: string;
  /** Its name in addresses; a new section has none yet. */
  key?: string;
  title: string;
  chapter: string;
  content: string;
  type: EditSection['type'];
  sectionType: EditSection['sectionType'];
  videoUrl: string;
  captionsUrl: string;
  /** The questions of an exam; null for everything else. */
  exam: ExamForm | null;
  required: boolean;
  sample: boolean;
  opensAt: string | null;
  opensAfterDays: number | null;
}
/** A course or post as it is stored, or a draft of it. */
type Section = Omit<Drafted['content'][number], 'rowKey'> & { rowKey?: string };
export type Written = Omit<Drafted, 'content'> & { content: readonly Section[] };
export type CourseValues = Omit<CourseForm, 'authors' | 'content'> & {
  authors: string[];
  content: SectionValues[];
  /** Posts only. */
  meta?: PageMeta;
};

/** What the form asks and every author must answer: it has no default. */
const UNWRITTEN = { title: '', description: '', slug: '', categories: [], thumbnail: '', authors: [] };

/** A course that nobody has written yet, with every field of the form. */
export const EMPTY_COURSE: Omit<CourseValues, 'meta'> = {
  ...UNWRITTEN,
  ...courseForm
    .omit({ title: true, description: true, slug: true, categories: true, thumbnail: true, authors: true })
    .parse({}),
  content: [],
};

/** What a new section is besides its title and its kind. */
export const EMPTY_SECTION = {
  chapter: '',
  content: '',
  videoUrl: '',
  captionsUrl: '',
  exam: null,
  required: true,
  sample: false,
  opensAt: null,
  opensAfterDays: null,
} as const;

export function toSectionValues({
  captionsUrl,
  chapter,
  content,
  id,
  exam,
  key,
  opensAfterDays,
  opensAt,
  required,
  rowKey = id,
  sample,
  sectionType,
  title,
  type,
  videoUrl,
}: Section): SectionValues {
  return {
    rowKey: rowKey ?? crypto.randomUUID(),
    ...(id !== undefined && { id }),
    ...(key !== undefined && { key }),
    title,
    chapter,
    content,
    type,
    sectionType,
    videoUrl,
    captionsUrl,
    exam,
    required,
    sample,
    opensAt,
    opensAfterDays,
  };
}

/** Of a course what its form holds: no more, or a save would send it back. */
export function toValues(course: Written): CourseValues {
  const names = Object.keys(EMPTY_COURSE) as (keyof typeof EMPTY_COURSE)[];
  const values = Object.fromEntries(names.map((name) => [name, course[name]])) as unknown as CourseValues;
  return { ...values, content: course.content.map(toSectionValues) };
}

/** What the API takes. An empty thumbnail means the drawn cover. */
export function toInput({ content, thumbnail, ...values }: CourseValues): CourseForm {
  return {
    ...values,
    thumbnail: thumbnail.trim() || `/covers/${values.slug}.svg`,
    content: content.map(({ key: _key, rowKey: _rowKey, ...section }) => section),
  };
}

/** What the API takes for a draft: sections that have no id yet keep what they are known by. */
export function toDraftInput(values: CourseValues): DraftForm {
  return {
    ...toInput(values),
    content: values.content.map(({ key: _key, ...section }) => section),
  };
}

/** Sections go on under the keys they have on the screen, so that the open one stays open. */
export function withRowKeys(values: CourseValues, before: CourseValues, isSent: boolean): CourseValues {
  const keys = new Map(before.content.map(({ id, rowKey }) => [id, rowKey]));
  const unsaved = before.content.filter(({ id }) => id === undefined);
  const keyOf = ({ id, title }: SectionValues) => {
    const known = id === undefined ? undefined : keys.get(id);
    if (known !== undefined || !isSent) return known;
    // It had no id before this save.
    const at = unsaved.findIndex((section) => section.title.trim() === title);
    return at < 0 ? undefined : unsaved.splice(at, 1)[0]?.rowKey;
  };
  const content = values.content.map((section) => ({ ...section, rowKey: keyOf(section) ?? section.rowKey }));
  return { ...values, content };
}
