import { m } from '#web/lib/messages.ts';
import type { Difference } from '#web/ui/save-conflict.tsx';
import type { CourseValues, SectionValues } from './form-values.ts';

const FIELDS = {
  title: m.admin_course_title,
  description: m.admin_course_description,
  slug: m.admin_course_slug,
  level: m.admin_course_level,
  subscriptionLevel: m.admin_course_plan,
  categories: m.admin_course_categories,
  tags: m.admin_course_tags,
  outcomes: m.courses_outcomes,
  thumbnail: m.admin_course_thumbnail,
  certificate: m.admin_course_certificate,
  certificateMonths: m.admin_course_certificate_months,
} as const;
const SHOWN = 400;

/** What differs between two versions of a course, field by field and section by section. */
export function compareCourses(mine: CourseValues, theirs: CourseValues): Difference[] {
  const rows: Difference[] = [];
  for (const [key, label] of Object.entries(FIELDS) as [keyof typeof FIELDS, () => string][]) {
    const [own, other] = [text(mine[key]), text(theirs[key])];
    if (own !== other) rows.push({ key, field: label(), mine: own, theirs: other });
  }
  const others = new Map(theirs.content.map((section, index) => [section.id, { section, index }]));
  for (const [index, section] of mine.content.entries()) {
    const other = section.id === undefined ? undefined : others.get(section.id);
    if (section.id !== undefined) others.delete(section.id);
    const [own, their] = [
      sectionText(section, index),
      other ? sectionText(other.section, other.index) : m.admin_conflict_missing(),
    ];
    if (own !== their) rows.push({ key: section.rowKey, field: section.title, ...excerpt(own, their) });
  }
  for (const { index, section } of others.values()) {
    rows.push({
      key: section.rowKey,
      field: section.title,
      mine: m.admin_conflict_missing(),
      theirs: sectionText(section, index).slice(0, SHOWN),
    });
  }
  return rows;
}

function text(value: string | number | boolean | null | readonly string[]): string {
  if (typeof value === 'boolean')
    return value ? m.admin_course_certificate_on() : m.admin_course_certificate_off();
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function sectionText({ content, sectionType, title, type, videoUrl }: SectionValues, index: number): string {
  return [`${index + 1}. ${title}`, `${sectionType}, ${type}`, videoUrl, content.trim()]
    .filter((line) => line !== '')
    .join('\n');
}

/** Around the first place where the two differ. */
function excerpt(mine: string, theirs: string): { mine: string; theirs: string } {
  let at = 0;
  while (at < mine.length && mine[at] === theirs[at]) at += 1;
  const from = Math.max(0, at - 80);
  const cut = (whole: string) => (from > 0 ? '…' : '') + whole.slice(from, from + SHOWN);
  return { mine: cut(mine), theirs: cut(theirs) };
}
