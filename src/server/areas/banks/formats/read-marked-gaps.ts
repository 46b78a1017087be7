import { m } from '../../../../messages/messages.js';
import { child, children, ownText } from './moodle/moodle-element.ts';
import type { Element } from './moodle/parse-xml.ts';

const PLACE = /\[\[\s*(\d{1,4})\s*\]\]/g;

/**
 * A text with places [[1]] for words that stand beside it, to be dragged (ddwtos) or chosen (gapselect): its HTML and its
 * gaps; a text says why there is no question.
 */
export function readMarkedGaps(
  html: string,
  element: Element,
  words: (element: Element) => string,
): { html: string; question: object } | string {
  const offered = [...children(element, 'dragbox'), ...children(element, 'selectoption')].map((each) => ({
    text: words(each),
    group: ownText(child(each, 'group')) || '1',
  }));
  const gaps: { answers: string[]; wrong: string[] }[] = [];
  let missing = false;
  const text = html.replace(PLACE, (_, place: string) => {
    const right = offered[Number(place) - 1];
    missing ||= right === undefined;
    const wrong = offered.filter(({ group }) => group === right?.group).map((each) => each.text);
    gaps.push({
      answers: [right?.text ?? ''],
      wrong: [...new Set(wrong)].filter((each) => each !== right?.text && each !== ''),
    });
    return `(${gaps.length})`;
  });
  if (gaps.length === 0) return m.imports_its_text_has_no_blanks();
  if (missing) return m.imports_a_blank_refers_to_a_word_that();
  if (gaps.some(({ wrong }) => wrong.length === 0)) return m.imports_a_blank_has_no_wrong_choices();
  return { html: text, question: { kind: 'gaps', gaps, caseSensitive: false } };
}
