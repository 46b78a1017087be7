import { cut } from '#domain/cut';
import { m } from '../../../../../messages/messages.js';
import { unitOf } from '../gift/unit-of.ts';
import { htmlToText } from '../html/html-to-markdown.ts';
import { readMarkedGaps } from '../read-marked-gaps.ts';
import { toOptionSet, toOptions } from '../to-options.ts';
import { toText } from '../to-text.ts';
import type { Feedback } from '../with-feedback.ts';
import { child, children, ownText, shareOf, textIn } from './moodle-element.ts';
import { htmlIn, htmlOf } from './moodle-html.ts';
import type { Element } from './parse-xml.ts';
import { orFault, readCalculated, readFormula } from './read-calculated.ts';
import { readCloze } from './read-cloze.ts';
import { toEssay } from './to-essay.ts';
import { OTHER_NUMBERS, toNumberKey } from './to-number-key.ts';
import { toPairs } from './to-pairs.ts';

interface Reading {
  /** The HTML of what is asked. */
  readonly asked: string;
  /** HTML as Markdown; what is lost on the way is noted. */
  readonly words: (html: string) => string;
  readonly changes: string[];
}
interface Made {
  readonly prompt: string;
  readonly question: object;
  /** What it is worth where the file does not say. */
  readonly points?: number;
  /** What is said of single answers elsewhere than in their elements. */
  readonly said?: readonly Feedback[];
  /** Other HTML of the question as Markdown. */
  readonly texts: (html: string) => string;
}

/** A question of Moodle by its type; a text says why there is none. */
export function toMoodleQuestion(element: Element, reading: Reading): Made | string {
  const { asked, changes, words } = reading;
  const type = element.attributes.type ?? '';
  if (type === 'cloze' || type === 'multianswer') {
    const made = readCloze(asked, words, changes);
    return typeof made === 'string' ? made : { ...made, prompt: words(made.html), texts: words };
  }
  if (type === 'ddwtos' || type === 'gapselect') {
    const made = readMarkedGaps(asked, element, (each) => words(htmlOf(each)));
    return typeof made === 'string' ? made : { ...made, prompt: words(made.html), texts: words };
  }
  if (type.startsWith('calculated')) return toCalculated(element, reading);
  const question = READERS[type]?.(element, reading) ?? reasonFor(type);
  return typeof question === 'string' ? question : { question, prompt: words(asked), texts: words };
}

type Reader = (element: Element, reading: Reading) => object | string;

const READERS: Readonly<Record<string, Reader>> = {
  multichoice: toChoice,
  multichoiceset: toChoiceSet,
  truefalse: (element) => ({
    kind: 'true-false',
    answer: fullAnswers(element).some((answer) => plain(answer).toLowerCase() === 'true'),
  }),
  shortanswer: (element, { changes }) => {
    const forms = children(element, 'answer').map((answer) => ({
      text: textIn(answer, 'text'),
      share: shareOf(answer),
    }));
    return toText(forms, ownText(child(element, 'usecase')) === '1', changes);
  },
  numerical: toNumber,
  matching: toMatch,
  ddmatch: toMatch,
  ordering: toOrder,
  essay: (element, { changes }) => toEssay(element, changes),
};

function reasonFor(type: string): string {
  if (type === 'description') return m.imports_its_a_description_not_a_question();
  if (type === 'random' || type === 'randomsamatch')
    return m.imports_random_questions_cant_be_imported_draw_random();
  if (type === 'ddmarker' || type === 'ddimageortext') return m.imports_its_picture_is_embedded_in_the_file();
  return m.imports_questions_of_type_arent_supported({ type: cut(type, 40) });
}

const plain = (answer: Element) => htmlToText(textIn(answer, 'text'));
const fullAnswers = (element: Element) =>
  children(element, 'answer').filter((answer) => shareOf(answer) >= 100);

function toChoice(
  element: Element,
  { changes, words }: Pick<Reading, 'changes' | 'words'>,
  isSingle = ownText(child(element, 'single')) !== 'false',
): object | string {
  return toOptions(sharesOf(element, words), isSingle, changes);
}

/** All correct options or nothing. */
function toChoiceSet(element: Element, { changes, words }: Reading): object | string {
  return toOptionSet(sharesOf(element, words), changes);
}

function sharesOf(element: Element, words: Reading['words']) {
  return children(element, 'answer').map((answer) => ({
    text: words(htmlOf(answer)),
    share: shareOf(answer),
  }));
}

function toNumber(element: Element, { changes }: Reading): object | string {
  const answers = children(element, 'answer');
  const others = answers.find((answer) => plain(answer) === '*');
  if (others && shareOf(others) !== 0) changes.push(OTHER_NUMBERS());
  // What comes behind any number is never looked at.
  const known = others ? answers.slice(0, answers.indexOf(others)) : answers;
  const key = toNumberKey(
    known.map((answer) => ({
      answer: Number(plain(answer) || Number.NaN),
      tolerance: Math.abs(Number(ownText(child(answer, 'tolerance')) || 0)),
      share: shareOf(answer),
    })),
  );
  return typeof key === 'string' ? key : { ...key, ...unitOf(element, changes) };
}

function toMatch(element: Element, { words }: Reading): object {
  const pairs = children(element, 'subquestion').map((sub) => ({
    left: words(htmlOf(sub)),
    right: words(htmlIn(sub, 'answer')),
  }));
  return toPairs(pairs);
}

function toOrder(element: Element, { changes, words }: Reading): object {
  const answers = children(element, 'answer');
  const places = answers.map(shareOf);
  // Later versions number the places; earlier ones only write them down in order.
  const isNumbered = new Set(places).size === answers.length && places.every((place) => place >= 1);
  const sorted = isNumbered ? [...answers].sort((a, b) => shareOf(a) - shareOf(b)) : answers;
  if (!['', 'ALL', '0'].includes(ownText(child(element, 'selecttype'))))
    changes.push(m.imports_all_items_are_now_used_not_a());
  if (!['', 'ABSOLUTE_POSITION', '0'].includes(ownText(child(element, 'gradingtype'))))
    changes.push(m.imports_each_item_in_the_right_place_now());
  return { kind: 'order', items: sorted.map((answer) => words(htmlOf(answer))) };
}

/** One number, or a choice between results, with numbers that each attempt draws for itself. */
function toCalculated(element: Element, { asked, changes, words }: Reading): Made | string {
  const calculated = readCalculated(element, changes);
  if (typeof calculated === 'string') return calculated;
  const { parameters } = calculated;
  const texts = (html: string) => calculated.texts(html, words);
  return orFault(() => {
    const prompt = texts(asked);
    const made =
      element.attributes.type === 'calculatedmulti'
        ? toChoice(element, { changes, words: texts })
        : readFormula(element, calculated, changes);
    return typeof made === 'string' ? made : { prompt, texts, question: { ...made, parameters } };
  });
}
