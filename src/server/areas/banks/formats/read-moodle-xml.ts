import { htmlToMarkdown, htmlToText } from './html-to-markdown.ts';
import { FileRefused, type Imported, nameOf, refuseMany, toOptions } from './imported.ts';
import { type Element, parseXml } from './parse-xml.ts';
import { tagsOf } from './read-gift.ts';

/** Reads the XML in which Moodle gives away its questions. */
export function readMoodleXml(text: string): Imported[] {
  const root = parseXml(text);
  if (root.name !== 'quiz')
    throw new FileRefused('The file is no Moodle XML: its first element is not "quiz".');
  const found: Imported[] = [];
  let tags: string[] = [];
  for (const element of root.children) {
    if (element.name !== 'question') continue;
    if (element.attributes.type === 'category') tags = tagsOf(textIn(element, 'category'));
    else found.push(readQuestion(element, tags));
    refuseMany(found.length);
  }
  return found;
}

function readQuestion(element: Element, category: readonly string[]): Imported {
  const changes: string[] = [];
  const words = (inner: Element | undefined) => {
    const converted = htmlToMarkdown(inner ? textIn(inner, 'text') || ownText(inner) : '');
    changes.push(...converted.changes);
    return converted.text;
  };
  const prompt = words(child(element, 'questiontext'));
  const own = children(child(element, 'tags'), 'tag').map((tag) => textIn(tag, 'text').trim().slice(0, 60));
  const tags = [...new Set([...category, ...own.filter((tag) => tag !== '')])].slice(0, 20);
  if (everywhere(element, 'file')) changes.push('pictures inside the file were left out');
  if (children(element, 'answer').some((answer) => textIn(child(answer, 'feedback'), 'text').trim() !== ''))
    changes.push('feedback on single answers was left out');
  if (children(element, 'hint').length > 0) changes.push('hints were left out');
  const made = toQuestion(element, words, changes);
  const name = nameOf(textIn(child(element, 'name'), 'text'), prompt);
  const points = Number(ownText(child(element, 'defaultgrade')) || 1);
  const head = {
    prompt,
    points: points > 0 ? points : 1,
    explanation: words(child(element, 'generalfeedback')),
  };
  const line = element.line;
  if (typeof made === 'string') return { name, line, tags, changes, question: null, dropped: made };
  return { name, line, tags, changes: [...new Set(changes)], question: { ...head, ...made }, dropped: null };
}

type Words = (element: Element | undefined) => string;

/** A question without its head; a text says why there is none. */
function toQuestion(element: Element, words: Words, changes: string[]): object | string {
  const type = element.attributes.type ?? '';
  const answers = children(element, 'answer');
  const shares = () =>
    answers.map((answer) => ({ text: words(answer), share: Number(answer.attributes.fraction ?? 0) }));
  const plain = (answer: Element) => htmlToText(textIn(answer, 'text'));
  const full = answers.filter(({ attributes }) => Number(attributes.fraction ?? 0) >= 100);
  if (full.length < answers.length && ['shortanswer', 'numerical'].includes(type))
    changes.push('answers that earned a part of the points were left out');
  switch (type) {
    case 'multichoice': {
      const { changes: lost, ...choice } = toOptions(shares(), ownText(child(element, 'single')) !== 'false');
      changes.push(...lost);
      return choice;
    }
    case 'truefalse':
      return { kind: 'true-false', answer: full.some((answer) => plain(answer).toLowerCase() === 'true') };
    case 'shortanswer':
      if (full.some((answer) => plain(answer).includes('*')))
        return 'it accepts anything in some place (*): write it as a pattern';
      return {
        ...{ kind: 'text', answers: full.map(plain) },
        caseSensitive: ownText(child(element, 'usecase')) === '1',
      };
    case 'numerical': {
      const unit = textIn(child(child(element, 'units'), 'unit'), 'unit_name').trim();
      const [answer] = full;
      if (!answer || plain(answer) === '*') return 'it has no number that is right';
      const tolerance = Math.abs(Number(ownText(child(answer, 'tolerance')) || 0));
      return {
        kind: 'number',
        answer: Number(plain(answer)),
        tolerance,
        ...(unit && { unit: unit.slice(0, 40) }),
      };
    }
    case 'matching': {
      const pairs = children(element, 'subquestion').map((sub) => ({
        left: words(sub),
        right: words(child(sub, 'answer')),
      }));
      const whole = pairs.filter(({ left }) => left !== '');
      if (whole.length < pairs.length) changes.push('answers that belong to nothing were left out');
      return { kind: 'match', pairs: whole };
    }
    case 'ordering':
      return { kind: 'order', items: answers.map((answer) => words(answer)) };
    case 'essay':
      return 'essays are not taken in from files';
    case 'description':
      return 'it asks nothing';
    default:
      return `questions of the type "${type.slice(0, 40)}" cannot be taken in`;
  }
}

function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

function children(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

function ownText(element: Element | undefined): string {
  return element?.text.trim() ?? '';
}

/** The text of the first child of that name, or of its `text` element. */
function textIn(element: Element | undefined, name: string): string {
  const inner = child(element, name);
  return child(inner, 'text')?.text ?? inner?.text ?? '';
}

function everywhere(element: Element, name: string): boolean {
  return element.children.some((inner) => inner.name === name || everywhere(inner, name));
}
