import type { Tier } from '#domain/tiers';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { levelWord } from '#web/ui/badges/level-badge.tsx';
import { META_FIELDS } from '#web/ui/fields/meta-words.ts';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import type { Difference } from '#web/ui/layout/difference-table.tsx';
import type { CourseValues, SectionValues } from '../form-values.ts';
import { CONTENT_WORDS, KIND_WORDS, ORDER_WORDS } from '../sections/section-words.ts';
import { compareExams } from './compare-exams.ts';

/** What categories, authors, and courses are called, by their ids. */
export type NameOf = (id: string) => string;
type TierName = (tier: Tier) => string;

const courseFields = (
  nameOf: NameOf,
  tierName: TierName,
): Fields<Omit<CourseValues, 'content' | 'meta'>> => ({
  title: [m.admin_course_title],
  description: [m.admin_course_description],
  slug: [m.admin_course_slug],
  level: [m.admin_course_level, levelWord],
  subscriptionLevel: [m.admin_course_plan, tierName],
  authors: [m.authors_field, (ids) => ids.map(nameOf).join(', ')],
  categories: [m.admin_course_categories, (ids) => ids.map(nameOf).join(', ')],
  tags: [m.admin_course_tags, (tags) => tags.join(', ')],
  outcomes: [m.courses_outcomes, (outcomes) => outcomes.join('\n')],
  thumbnail: [m.admin_course_thumbnail],
  certificate: [m.admin_course_certificate, yesOrNo],
  certificateMonths: [m.admin_course_certificate_months],
  sectionOrder: [m.admin_rules_order, (order) => ORDER_WORDS[order]()],
  prerequisiteId: [m.admin_rules_prerequisite, (id) => (id === null ? '' : nameOf(id))],
});

const SECTION_FIELDS: Fields<Omit<SectionValues, 'rowKey' | 'id' | 'key' | 'exam'>> = {
  title: [m.admin_section_title],
  chapter: [m.admin_chapter],
  sectionType: [m.admin_section_kind, (kind) => KIND_WORDS[kind]()],
  type: [m.admin_section_type, (type) => CONTENT_WORDS[type]()],
  content: [m.admin_section_content, (content) => content.trim()],
  videoUrl: [m.admin_section_video],
  captionsUrl: [m.admin_section_captions],
  required: [m.admin_rules_required, yesOrNo],
  sample: [m.admin_rules_sample, yesOrNo],
  opensAt: [m.admin_rules_opens_at, (time) => (time ? formatTime(time) : '')],
  opensAfterDays: [m.admin_rules_days],
};

/** What differs between two versions of a course, field by field, section by section, question by question. */
export function compareCourses(
  mine: CourseValues,
  theirs: CourseValues,
  nameOf: NameOf,
  tierName: TierName,
): Difference[] {
  const others = new Map(theirs.content.map((section, index) => [section.id, { section, index }]));
  const rows = differenceOf(courseFields(nameOf, tierName), mine, theirs);
  if (mine.meta && theirs.meta) rows.push(...differenceOf(META_FIELDS, mine.meta, theirs.meta));
  for (const [index, section] of mine.content.entries()) {
    const other = section.id === undefined ? undefined : others.get(section.id);
    if (section.id !== undefined) others.delete(section.id);
    if (other) rows.push(...sectionRows({ index, section }, other));
    else
      rows.push({
        key: section.rowKey,
        field: section.title,
        mine: sectionText(section, index),
        theirs: m.admin_conflict_missing(),
      });
  }
  for (const { index, section } of others.values())
    rows.push({
      key: section.rowKey,
      field: section.title,
      mine: m.admin_conflict_missing(),
      theirs: sectionText(section, index),
    });
  return rows;
}

interface Placed {
  readonly section: SectionValues;
  readonly index: number;
}

function sectionRows(mine: Placed, theirs: Placed): Difference[] {
  const rows = [
    ...differenceOf(PLACE, { index: mine.index }, { index: theirs.index }),
    ...differenceOf(SECTION_FIELDS, mine.section, theirs.section),
    ...compareExams(mine.section.exam, theirs.section.exam),
  ];
  const { rowKey, title } = mine.section;
  return rows.map((row) => ({ ...row, key: `${rowKey} ${row.key}`, field: `${title} · ${row.field}` }));
}

const PLACE: Fields<Pick<Placed, 'index'>> = {
  index: [m.admin_conflict_place, (at) => String(at + 1)],
};

const SHOWN = 400;

/** A section that only one of the two has. */
function sectionText({ content, sectionType, title, type, videoUrl }: SectionValues, index: number): string {
  const kind = `${KIND_WORDS[sectionType]()}, ${CONTENT_WORDS[type]()}`;
  return [`${index + 1}. ${title}`, kind, videoUrl, content.trim()]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, SHOWN);
}

function yesOrNo(value: boolean): string {
  return value ? m.admin_course_certificate_on() : m.admin_course_certificate_off();
}
