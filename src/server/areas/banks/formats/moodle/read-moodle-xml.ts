import { cut } from '#domain/cut';
import { HtmlFault } from '#server/markdown/guard-html';
import { m } from '../../../../../messages/messages.js';
import { combinedFeedbackIn, feedbackIn } from '../feedback-in.ts';
import { FileRefused } from '../file-refused.ts';
import { tagsOf } from '../gift/read-gift.ts';
import { htmlToMarkdown, htmlToText } from '../html/html-to-markdown.ts';
import { type Imported, nameOf, newReading, type Reading, refuseMany } from '../imported.ts';
import { type Pictures, pictureReason } from '../pictures.ts';
import { placeFiles } from '../place-files.ts';
import { withFeedback } from '../with-feedback.ts';
import { child, children, ownText, textIn } from './moodle-element.ts';
import { htmlIn } from './moodle-html.ts';
import { type Element, parseXml } from './parse-xml.ts';
import { orFault } from './read-calculated.ts';
import { toMoodleQuestion } from './to-moodle-question.ts';

/** Reads the XML in which Moodle gives away its questions. */
export function readMoodleXml(text: string, { onQuestion, pictures }: Reading = newReading()): Imported[] {
  const root = parseXml(text);
  if (root.name !== 'quiz') throw new FileRefused(m.imports_the_file_is_not_moodle_xml_its());
  const all = children(root, 'question');
  const isCategory = ({ attributes }: Element) => attributes.type === 'category';
  const total = all.filter((element) => !isCategory(element)).length;
  refuseMany(total);
  placeFiles(root, pictures);
  const found: Imported[] = [];
  let tags: string[] = [];
  for (const element of all) {
    if (isCategory(element)) tags = tagsOf(textIn(element, 'category'));
    else onQuestion(found.push(readOrDrop(element, tags, pictures)), total);
  }
  return found;
}

function readOrDrop(element: Element, category: readonly string[], pictures: Pictures): Imported {
  try {
    return readQuestion(element, category, pictures);
  } catch (error) {
    if (!(error instanceof HtmlFault)) throw error;
    const { line } = element;
    const name = nameOf(textIn(child(element, 'name'), 'text'), '');
    return { name, line, tags: category, changes: [], question: null, dropped: error.message };
  }
}

function readQuestion(element: Element, category: readonly string[], pictures: Pictures): Imported {
  const changes: string[] = [];
  const words = (html: string) => {
    const converted = htmlToMarkdown(html, pictures);
    changes.push(...converted.changes);
    return converted.text;
  };
  const asked = htmlIn(element, 'questiontext');
  const own = children(child(element, 'tags'), 'tag').map((tag) => cut(textIn(tag, 'text').trim(), 60));
  const tags = [...new Set([...category, ...own.filter((tag) => tag !== '')])].slice(0, 20);
  if (children(element, 'hint').length > 0) changes.push(m.imports_hints_were_removed());
  const made = toMoodleQuestion(element, { asked, changes, words });
  const { line } = element;
  const id = ownText(child(element, 'idnumber'));
  const name = (prompt: string) => nameOf(textIn(child(element, 'name'), 'text'), prompt);
  const drop = (dropped: string): Imported => ({
    name: name(htmlToText(cut(asked, 2000))),
    line,
    tags,
    changes,
    question: null,
    dropped,
  });
  if (typeof made === 'string') return drop(made);
  const lost = pictureReason(changes);
  if (lost !== null) return drop(lost);
  const points = Number(ownText(child(element, 'defaultgrade')) || (made.points ?? 1));
  if (points <= 0) changes.push(m.imports_the_file_gives_it_no_points_it());
  // Feedback may hold formulas as well.
  const question = orFault(() => ({
    prompt: made.prompt,
    points: points <= 0 ? 1 : points,
    explanation: withFeedback(
      made.texts(htmlIn(element, 'generalfeedback')),
      [...feedbackIn(element, made.texts), ...(made.said ?? []), ...combinedFeedbackIn(element, made.texts)],
      changes,
    ),
    ...made.question,
  }));
  if (typeof question === 'string') return drop(question);
  return { id, name: name(made.prompt), line, tags, changes: [...new Set(changes)], question, dropped: null };
}
