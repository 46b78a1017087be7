import type { FileKind } from '#domain/exams/kinds/file/file-kinds';
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
  changes.push('grader information became a rubric with three levels');
  return (said.length > MAX_CRITERIA ? [said.join(' · ')] : said).map((text) => ({ text, levels: LEVELS }));
}

/** An essay of Moodle: a text, or a file where nothing is to be written into the page. */
export function toEssay(element: Element, changes: string[]): object | string {
  const field = (name: string) => ownText(child(element, name));
  const rubric = rubricOf(pointsOf(textIn(element, 'graderinfo'), changes), changes);
  const format = field('responseformat') || 'editor';
  const attachments = Number(field('attachments') || 0);
  if (htmlToText(textIn(element, 'responsetemplate')) !== '')
    changes.push('the response template was removed');
  if (format === 'noinline') return toFile(field('filetypeslist'), { attachments, rubric, changes });
  if (attachments !== 0) changes.push("file attachments aren't supported with a text answer");
  return {
    kind: 'essay',
    minWords: wordsOf(field('minwordlimit'), changes),
    maxWords: wordsOf(field('maxwordlimit'), changes),
    rubric,
  };
}

/** Each item of a list, or all of it, as plain words. */
function pointsOf(html: string, changes: string[]): string[] {
  if (/<img\b/i.test(html)) changes.push('pictures in grader information were removed');
  if (/<a\b[^>]*\bhref/i.test(html)) changes.push('links in grader information were removed');
  const items = html.split(/<li\b/i).slice(1);
  const listed = items.map((item) =>
    htmlToText(item.slice(item.indexOf('>') + 1).split(/<\/(?:li|ol|ul)\b/i, 1)[0] ?? ''),
  );
  const whole = htmlToText(html);
  if (listed.length <= 1) return [whole];
  if (listed.join(' ').replace(/\s+/g, ' ').trim() !== whole)
    changes.push('grader information outside the list was removed');
  return listed;
}

function wordsOf(given: string, changes: string[]): number | null {
  const count = Number(given || 0);
  if (!Number.isInteger(count) || count <= 0) return null;
  if (count > MAX_WORDS) changes.push(`a word limit above ${MAX_WORDS} was removed`);
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
  if (attachments === 0) return 'it accepts neither text nor files';
  if (attachments !== 1) changes.push('only one file can now be submitted');
  const asked = ENDINGS.filter(([pattern]) => pattern.test(types.toLowerCase())).map(([, kind]) => kind);
  if (types !== '' && asked.length === 0) return `it asks for unsupported file types (${types.slice(0, 40)})`;
  changes.push('accepted files are now limited by file type');
  return { kind: 'file', accept: asked.length > 0 ? asked : ENDINGS.map(([, kind]) => kind), rubric };
}
