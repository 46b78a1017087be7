import type { SectionForm } from '#contract/course-form';
import { compareSections } from '#domain/courses/compare-sections';
import { plainText } from '#domain/courses/plain-text';
import { freeName, slugOf } from '#domain/courses/slug';
import { Failure } from '#server/failure';
import { examOf } from './exam-of.ts';
import type { WantedSection } from './plan-sections.ts';
import type { SectionRow } from './sql.ts';

/** The submitted sections with their keys; an exam that names no questions keeps its own, and what is an exam no longer loses them. */
export function wantedSections(
  stored: readonly SectionRow[],
  submitted: readonly SectionForm[],
): WantedSection[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const { added, kept, unknown } = compareSections([...rows.keys()], submitted);
  if (unknown.length > 0) throw new Failure('SECTION_NOT_FOUND');
  const keys = new Set(stored.map(({ key }) => key));
  const fresh = added.map(({ order, section }) => {
    const key = freeName(slugOf(section.title) || 'section', (name) => keys.has(name));
    keys.add(key);
    return { order, wanted: { id: null, key, form: section, exam: examOf(section, null) } };
  });
  const old = kept.map(({ id, order, section }) => {
    const exam = examOf(section, rows.get(id)?.exam);
    return {
      order,
      wanted: { id, key: rows.get(id)?.key ?? '', form: withMinutes(rows.get(id), section), exam },
    };
  });
  return [...fresh, ...old].sort((a, b) => a.order - b.order).map(({ wanted }) => wanted);
}

/** Minutes that somebody stated stay, unless the text that they were stated for changed. */
function withMinutes(row: SectionRow | undefined, section: SectionForm): SectionForm {
  const stays = section.minutes === undefined && row?.content === plainText(section.content);
  return stays ? { ...section, minutes: row.minutes } : section;
}
