import { mergeCourses } from '#domain/courses/merge-courses';
import { isSame } from '#domain/merge-versions';
import { drop, keep, keptNames, readKept } from '#web/lib/kept.ts';
import type { Base } from '#web/lib/use-versioned-save.ts';
import { type CourseValues, EMPTY_COURSE, toInput, withRowKeys } from './form-values.ts';

/** What was typed and not saved, with what it was based on. */
export interface CourseDraft {
  readonly version: number;
  /** Null in a draft of an older release, which kept its version only. */
  readonly base: CourseValues | null;
  readonly values: CourseValues;
}

export interface KeptDraft {
  /** Where it is kept. */
  readonly name: string;
  readonly draft: CourseDraft;
}

/** The draft that is kept under this name, or else the newest one of an older release, which says more than `present`. */
export function findDraft(name: string, present: Base<CourseValues>): KeptDraft | null {
  const older = keptNames(`${name}.`)
    .map((each) => ({ name: each, version: Number(each.slice(name.length + 1)) }))
    .filter(({ version }) => Number.isInteger(version))
    .sort((one, other) => other.version - one.version);
  const kept = [
    { name, draft: toDraft(readKept(name)) },
    ...older.map(({ name: from, version }) => ({
      name: from,
      draft: toDraft({ version, base: null, values: readKept(from) }),
    })),
  ];
  for (const { draft, name: from } of kept) {
    if (draft && isNews(draft, present)) return { name: from, draft };
    // It cannot be read, or was saved after all.
    drop(from);
  }
  return null;
}

export function keepDraft(name: string, draft: CourseDraft): void {
  keep(name, JSON.stringify(draft));
}

/**
 * The draft on top of `shown`, field by field. The next save is based on what the draft was based on, and so asks about
 * what somebody else changed in the same fields since.
 */
export function mergeDraft(
  draft: CourseDraft,
  present: Base<CourseValues>,
  shown: CourseValues,
): { base: Base<CourseValues>; values: CourseValues } {
  const base = withRowKeys(baseOf(draft, present), shown, false);
  const { merged } = mergeCourses(base, withRowKeys(draft.values, shown, false), shown);
  return { base: { version: draft.version, values: base }, values: merged };
}

/** Of an unknown base everything that differs counts as changed by both. */
function baseOf({ base, version }: CourseDraft, present: Base<CourseValues>): CourseValues {
  return base ?? (version === present.version ? present.values : EMPTY_COURSE);
}

/** Whether it says what the saved course does not: its own save may have arrived although nobody heard of it. */
function isNews(draft: CourseDraft, present: Base<CourseValues>): boolean {
  const saved = textOf(present.values);
  return (
    !isSame(textOf(draft.values), saved) &&
    !isSame(textOf(mergeDraft(draft, present, present.values).values), saved)
  );
}

/** What is read in a course, without the ids that a save gives. */
function textOf(values: CourseValues): unknown {
  const { content, ...fields } = toInput(values);
  return { ...fields, content: content.map(({ id: _id, ...section }) => section) };
}

function toDraft(kept: unknown): CourseDraft | null {
  const { base = null, values, version } = (kept ?? {}) as Partial<Record<keyof CourseDraft, unknown>>;
  if (typeof version !== 'number' || !isCourse(values)) return null;
  // A field that is newer than the draft has what a new course begins with.
  return { version, values: { ...EMPTY_COURSE, ...values }, base: isCourse(base) ? base : null };
}

function isCourse(value: unknown): value is CourseValues {
  const { content, title } = (value ?? {}) as { content?: unknown; title?: unknown };
  return typeof title === 'string' && Array.isArray(content) && content.every(isSection);
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'rowKey' in value && 'title' in value;
}
