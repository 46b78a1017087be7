import { escapeMarkdown } from './html/html-to-markdown.ts';
import { children, textIn } from './moodle/moodle-element.ts';
import { htmlIn, htmlOf } from './moodle/moodle-html.ts';
import type { Element } from './moodle/parse-xml.ts';
import { type Feedback, OTHERS } from './with-feedback.ts';

/** What Moodle says of a whole answer, by how right it is. */
const COMBINED = [
  ['correctfeedback', 'Correct', 'Your answer is correct.'],
  ['partiallycorrectfeedback', 'Partially correct', 'Your answer is partially correct.'],
  ['incorrectfeedback', 'Incorrect', 'Your answer is incorrect.'],
] as const;
const PLAIN = /^(?:shortanswer|numerical|calculated|calculatedsimple)$/;

/** What a question of Moodle says of an answer as a whole; what every question says by default is left out. */
export function combinedFeedbackIn(element: Element, words: (html: string) => string): Feedback[] {
  return COMBINED.flatMap(([name, answer, usual]) => {
    const feedback = words(htmlIn(element, name));
    return ['', usual].includes(feedback.trim()) ? [] : [{ answer, feedback }];
  });
}

/** What a question of Moodle says of each of its answers. */
export function feedbackIn(element: Element, words: (html: string) => string): Feedback[] {
  const type = element.attributes.type ?? '';
  return children(element, 'answer').flatMap((answer) => {
    const feedback = words(htmlIn(answer, 'feedback'));
    if (feedback === '') return [];
    const text = textIn(answer, 'text').trim();
    if (type === 'truefalse') return [{ answer: /^true$/i.test(text) ? 'True' : 'False', feedback }];
    return [{ answer: PLAIN.test(type) ? plainly(text) : words(htmlOf(answer)), feedback }];
  });
}

function plainly(text: string): string {
  return text === '*' ? OTHERS : escapeMarkdown(text);
}
