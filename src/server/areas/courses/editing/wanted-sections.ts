import type { SectionForm } from '#contract/courses/course-form';
import { compareSections } from '#domain/courses/compare-sections';
import { plainText } from '#domain/courses/plain-text';
import { freeName, slugOf } from '#domain/courses/slug';
import { Failure } from '#server/failure';
import { examOf } from '../catalogue/exam-of.ts';
import type { SectionRow } from '../sql.ts';
import type { WantedSection } from './plan-sections.ts';

/** The submitted sections with their keys; an exam that names no questions keeps its own, and what is an exam no longer loses them. What was removed comes back under its own id. */
export function wantedSections(
  stored: readonly SectionRow[],
  submitted: readonly SectionForm[],
  removed: ReadonlyMap<string, string> = new Map(),
): WantedSection[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const { added, kept, unknown } = compareSections([...rows.keys()], submitted);
  // A section that was removed meanwhile, or twice in the form, is no section of the course.
  const isReturning = (id: string) => removed.has(id) && unknown.indexOf(id) === unknown.lastIndexOf(id);
  if (!unknown.every(isReturning)) throw new Failure('SECTION_NOT_FOUND');
  const keys = new Set(stored.map(({ key }) => key));
  const free = (wanted: string) => {
    const key = freeName(wanted, (name) => keys.has(name));
    keys.add(key);
    return key;
  };
  const fresh = added.map(({ order, section }) => {
    const key = free(slugOf(section.title) || 'section');
    return { order, wanted: { id: null, key, form: section, exam: examOf(section, null) } };
  });
  const old = kept.map(({ id, order, section }) => {
    const exam = examOf(section, rows.get(id)?.exam);
    return {
      order,
      wanted: { id, key: rows.get(id)?.key ?? '', form: withMinutes(rows.get(id), section), exam },
    };
  });
  const returning = submitted.flatMap((section, index) => {
    if (section.id === undefined || !unknown.includes(section.id)) return [];
    const key = free(removed.get(section.id) ?? 'section');
    const wanted = { id: null, returns: section.id, key, form: section, exam: examOf(section, null) };
    return [{ order: index + 1, wanted }];
  });
  return [...fresh, ...returning, ...old].sort((a, b) => a.order - b.order).map(({ wanted }) => wanted);
}

/** Minutes that somebody stated stay, unless the text that they were stated for changed. */
function withMinutes(row: SectionRow | undefined, section: SectionForm): SectionForm {
  const stays = section.minutes === undefined && row?.content === plainText(section.content);
  return stays ? { ...section, minutes: row.minutes } : section;
}
