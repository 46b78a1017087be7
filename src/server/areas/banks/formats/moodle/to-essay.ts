import type { FileKind } from '#domain/exams/kinds/file/file-kinds';
import { htmlToText } from '../html/html-to-markdown.ts';
import { child, ownText, textIn } from './moodle-element.ts';
import type { Element } from './parse-xml.ts';

const MOST_CRITERIA = 20;
const MOST_WORDS = 2500;
const LEVELS = [
  { text: 'Not shown', points: 0 },
  { text: 'Partly shown', points: 1 },
  { text: 'Fully shown', points: 2 },
];

/** What a marker looks at; each point of a list is looked at alone. */
export function rubricOf(points: readonly string[], changes: string[]): object[] {
  const said = points.map((point) => point.trim()).filter((point) => point !== '');
  if (said.length === 0) return [];
  changes.push('what markers are told became a rubric with three levels');
  return (said.length > MOST_CRITERIA ? [said.join(' · ')] : said).map((text) => ({ text, levels: LEVELS }));
}

/** An essay of Moodle: a text, or a file where nothing is to be written into the page. */
export function toEssay(element: Element, changes: string[]): object | string {
  const field = (name: string) => ownText(child(element, name));
  const rubric = rubricOf(pointsOf(textIn(element, 'graderinfo'), changes), changes);
  const format = field('responseformat') || 'editor';
  const attachments = Number(field('attachments') || 0);
  if (htmlToText(textIn(element, 'responsetemplate')) !== '')
    changes.push('the text that an answer begins with was left out');
  if (format === 'noinline') return toFile(field('filetypeslist'), { attachments, rubric, changes });
  if (attachments !== 0) changes.push('files cannot be handed in beside the text');
  return {
    kind: 'essay',
    minWords: wordsOf(field('minwordlimit'), changes),
    maxWords: wordsOf(field('maxwordlimit'), changes),
    rubric,
  };
}

/** Each item of a list, or all of it, as plain words. */
function pointsOf(html: string, changes: string[]): string[] {
  if (/<img\b/i.test(html)) changes.push('pictures in what markers are told were left out');
  if (/<a\b[^>]*\bhref/i.test(html)) changes.push('links in what markers are told were left out');
  const items = html.split(/<li\b/i).slice(1);
  const listed = items.map((item) =>
    htmlToText(item.slice(item.indexOf('>') + 1).split(/<\/(?:li|ol|ul)\b/i, 1)[0] ?? ''),
  );
  const whole = htmlToText(html);
  if (listed.length <= 1) return [whole];
  if (listed.join(' ').replace(/\s+/g, ' ').trim() !== whole)
    changes.push('what markers are told beside the list was left out');
  return listed;
}

function wordsOf(given: string, changes: string[]): number | null {
  const count = Number(given || 0);
  if (!Number.isInteger(count) || count <= 0) return null;
  if (count > MOST_WORDS) changes.push(`a number of words above ${MOST_WORDS} was left out`);
  return count > MOST_WORDS ? null : count;
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
  if (attachments === 0) return 'it takes neither a text nor a file';
  if (attachments !== 1) changes.push('one file is handed in, not several');
  const asked = ENDINGS.filter(([pattern]) => pattern.test(types.toLowerCase())).map(([, kind]) => kind);
  if (types !== '' && asked.length === 0)
    return `it asks for files that are not taken (${types.slice(0, 40)})`;
  changes.push('what files may be handed in is said by their kind');
  return { kind: 'file', accept: asked.length > 0 ? asked : ENDINGS.map(([, kind]) => kind), rubric };
}
