import { cut } from '#domain/cut';
import type { FileKind } from '#domain/exams/kinds/file/file-kinds';
import { m } from '../../../../../messages/messages.js';
import { htmlToText } from '../html/html-to-markdown.ts';
import { child, ownText, textIn } from './moodle-element.ts';
import type { Element } from './parse-xml.ts';

const MAX_CRITERIA = 20;
const MAX_WORDS = 2500;
const LEVELS = [
  { text: 'Not shown', points: 0 },
  { text: 'Partly shown', points: 1 },
  { text: 'Fully shown', points: 2 },
];

/** What a marker looks at; each point of a list is looked at alone. */
export function rubricOf(points: readonly string[], changes: string[]): object[] {
  const said = points.map((point) => point.trim()).filter((point) => point !== '');
  if (said.length === 0) return [];
  changes.push(m.imports_grader_information_became_a_rubric_with_three());
  return (said.length > MAX_CRITERIA ? [said.join(' · ')] : said).map((text) => ({ text, levels: LEVELS }));
}

/** An essay of Moodle: a text, or a file where nothing is to be written into the page. */
export function toEssay(element: Element, changes: string[]): object | string {
  const field = (name: string) => ownText(child(element, name));
  const rubric = rubricOf(pointsOf(textIn(element, 'graderinfo'), changes), changes);
  const format = field('responseformat') || 'editor';
  const attachments = Number(field('attachments') || 0);
  if (htmlToText(textIn(element, 'responsetemplate')) !== '')
    changes.push(m.imports_the_response_template_was_removed());
  if (format === 'noinline') return toFile(field('filetypeslist'), { attachments, rubric, changes });
  if (attachments !== 0) changes.push(m.imports_file_attachments_arent_supported_with_a_text());
  return {
    kind: 'essay',
    minWords: wordsOf(field('minwordlimit'), changes),
    maxWords: wordsOf(field('maxwordlimit'), changes),
    rubric,
  };
}

/** Each item of a list, or all of it, as plain words. */
function pointsOf(html: string, changes: string[]): string[] {
  if (/<img\b/i.test(html)) changes.push(m.imports_pictures_in_grader_information_were_removed());
  if (/<a\b[^>]*\bhref/i.test(html)) changes.push(m.imports_links_in_grader_information_were_removed());
  const items = html.split(/<li\b/i).slice(1);
  const listed = items.map((item) =>
    htmlToText(item.slice(item.indexOf('>') + 1).split(/<\/(?:li|ol|ul)\b/i, 1)[0] ?? ''),
  );
  const whole = htmlToText(html);
  if (listed.length <= 1) return [whole];
  if (listed.join(' ').replace(/\s+/g, ' ').trim() !== whole)
    changes.push(m.imports_grader_information_outside_the_list_was_removed());
  return listed;
}

function wordsOf(given: string, changes: string[]): number | null {
  const count = Number(given || 0);
  if (!Number.isInteger(count) || count <= 0) return null;
  if (count > MAX_WORDS) changes.push(m.imports_a_word_limit_above_was_removed({ most: MAX_WORDS }));
  return count > MAX_WORDS ? null : count;
}

const ENDINGS: readonly (readonly [RegExp, FileKind])[] = [
  [/\.pdf\b/, 'pdf'],
  [/\.(?:txt|md|csv|json)\b|\bplaintext\b|text\//, 'text'],
  [/\.(?:png|jpe?g|webp|gif)\b|\bimage\b|web_image|image\//, 'picture'],
  [/\.(?:docx?|odt|xlsx?|ods|pptx?|odp)\b|\b(?:document|spreadsheet|presentation)\b/, 'document'],
  [/\.(?:zip|gz|tgz|tar)\b|\barchive\b/, 'archive'],
];

function toFile(
  types: string,
  { attachments, changes, rubric }: { attachments: number; changes: string[]; rubric: object[] },
): object | string {
  if (attachments === 0) return m.imports_it_accepts_neither_text_nor_files();
  if (attachments !== 1) changes.push(m.imports_only_one_file_can_now_be_submitted());
  const asked = ENDINGS.filter(([pattern]) => pattern.test(types.toLowerCase())).map(([, kind]) => kind);
  if (types !== '' && asked.length === 0)
    return m.imports_it_asks_for_unsupported_file_types({ types: cut(types, 40) });
  changes.push(m.imports_accepted_files_are_now_limited_by_file());
  return { kind: 'file', accept: asked.length > 0 ? asked : ENDINGS.map(([, kind]) => kind), rubric };
}
