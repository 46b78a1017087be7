import { isDeepStrictEqual } from 'node:util';
import type { SectionForm } from '#contract/courses/course-form';
import type { Exam } from '#domain/courses/exam';
import { plainText } from '#domain/courses/plain-text';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { SectionRow } from '../sql.ts';
import { sectionValues } from './section-values.ts';

/** A section as somebody wants it. `id` is null for a new one. */
export interface WantedSection {
  readonly id: string | null;
  /** The id of a removed section that comes back with this one; the progress that hangs on it comes back, too. */
  readonly returns?: string | undefined;
  readonly key: string;
  readonly form: Omit<SectionForm, 'id' | 'exam'>;
  readonly exam: Exam | null;
}

interface PlannedSection {
  readonly id: string | null;
  readonly returns: string | null;
  readonly row: Omit<SectionRow, 'id'>;
}

/** What must be written so that a course has these sections, in this order. Nothing for a section that stays as it is. */
export interface SectionPlan {
  readonly removed: readonly string[];
  readonly written: readonly PlannedSection[];
}

/** Compares what is stored with what is wanted, and renders only texts that changed: no transaction waits for that. */
export async function planSections(
  stored: readonly SectionRow[],
  wanted: readonly WantedSection[],
): Promise<SectionPlan> {
  const known = new Map(stored.map((row) => [row.id, row]));
  const texts = wanted.map((section) => {
    const row = section.id === null ? undefined : known.get(section.id);
    return row && !needsRendering(row, section) ? null : plainText(section.form.content);
  });
  const rendered = await renderMarkdown(texts.filter((text) => text !== null));
  let next = 0;
  const planned = wanted.map(({ exam, form, id, key, returns = null }, index): PlannedSection => {
    const row = id === null ? undefined : known.get(id);
    const html = texts[index] === null ? row?.content_html : rendered[next++];
    return { id, returns, row: { ...sectionValues(form, html ?? ''), key, exam, sort_order: index + 1 } };
  });
  const kept = new Set(wanted.map(({ id }) => id));
  return {
    removed: stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    written: planned.filter(({ id, row }) => id === null || !isSame(known.get(id), row)),
  };
}

function needsRendering(row: SectionRow, { exam, form }: WantedSection): boolean {
  return row.content !== plainText(form.content) || !isDeepStrictEqual(row.exam, exam);
}

function isSame(stored: SectionRow | undefined, row: Omit<SectionRow, 'id'>): boolean {
  if (!stored) return false;
  const { id: _, ...rest } = stored;
  return isDeepStrictEqual(rest, row);
}
