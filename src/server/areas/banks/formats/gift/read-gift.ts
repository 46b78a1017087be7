import { cut } from '#domain/cut';
import { HtmlFault } from '#server/markdown/guard-html';
import { m } from '../../../../../messages/messages.js';
import { escapeMarkdown, htmlToMarkdown } from '../html/html-to-markdown.ts';
import { type Imported, nameOf, newReading, type Reading } from '../imported.ts';
import { type NumberForm, OTHER_NUMBERS, toNumberKey } from '../moodle/to-number-key.ts';
import { toPairs } from '../moodle/to-pairs.ts';
import { type Pictures, pictureReason } from '../pictures.ts';
import { placeMarkdownPictures } from '../place-markdown-pictures.ts';
import { toOptions } from '../to-options.ts';
import { toText } from '../to-text.ts';
import { type Feedback, OTHERS, withFeedback } from '../with-feedback.ts';
import { type GiftBlock, giftBlocks } from './gift-blocks.ts';

/** What a backslash keeps from being read as a sign. */
const KEPT: Readonly<Record<string, string>> = {
  '~': '\ue000',
  '=': '\ue001',
  '#': '\ue002',
  '{': '\ue003',
  '}': '\ue004',
  ':': '\ue005',
  '\\': '\ue006',
  n: '\ue007',
};
const SIGNS = new Map(Object.entries(KEPT).map(([sign, place]) => [place, sign === 'n' ? '\n' : sign]));
const PLACES = /[\ue000-\ue007]/g;

/** Reads a file in the GIFT format of Moodle. */
export function readGift(text: string, { onQuestion, pictures }: Reading = newReading()): Imported[] {
  const found: Imported[] = [];
  let category: string[] = [];
  const blocks = giftBlocks(text);
  for (const block of blocks) {
    const named = /^\$CATEGORY:\s*(.*)$/.exec(block.text);
    if (named) category = tagsOf(restored(withKept(named[1] ?? '')));
    else onQuestion(found.push(readOrDrop(block, category, pictures)), blocks.length);
  }
  return found;
}

/** The last two names of a category path, as tags. */
export function tagsOf(path: string): string[] {
  const names = path.split(/(?<!\/)\/(?!\/)/).map((name) => cut(name.trim().replace(/\/\//g, '/'), 60));
  return names.filter((name) => name !== '' && !/^\$\w+\$$|^top$|^course$/i.test(name)).slice(-2);
}

function readOrDrop(block: GiftBlock, category: readonly string[], pictures: Pictures): Imported {
  const tags = [...new Set([...category, ...block.tags])];
  try {
    return { ...readBlock(block, pictures), tags };
  } catch (error) {
    if (!(error instanceof HtmlFault)) throw error;
    const { id, line, text } = block;
    return {
      id,
      line,
      tags,
      name: nameOf('', cut(text, 200)),
      changes: [],
      question: null,
      dropped: error.message,
    };
  }
}

function readBlock({ id, line, text }: GiftBlock, pictures: Pictures): Omit<Imported, 'tags'> {
  const kept = withKept(text);
  const title = /^\s*::([\s\S]*?)::/.exec(kept);
  const body = kept.slice(title?.[0].length ?? 0).trim();
  const changes: string[] = [];
  const format = formatOf(body)?.name ?? 'moodle';
  const words = (given: string) => toWords(given, { format, changes, pictures });
  const open = body.indexOf('{');
  const close = body.indexOf('}', open);
  const after = close === -1 ? '' : body.slice(close + 1).trim();
  const before = open === -1 ? body : body.slice(0, open);
  const prompt = words(after === '' ? before : `${before.trimEnd()} ＿＿＿ ${after}`).replace(
    '＿＿＿',
    '\\_\\_\\_',
  );
  const name = nameOf(restored(title?.[1] ?? ''), restored(withoutFormat(before)));
  const end = (question: object | null, dropped: string | null) => ({
    id,
    name,
    line,
    changes: [...new Set(changes)],
    dropped,
    question: question && { prompt, points: 1, explanation: '', ...question },
  });
  if (open === -1 && close === -1) return end(null, m.imports_it_has_no_answers_in());
  if (open === -1 || close === -1) return end(null, m.imports_a_bracket_or_is_missing_or_an());
  const inner = body.slice(open + 1, close);
  // Behind the last one, as Moodle reads it.
  const at = inner.lastIndexOf('####');
  const notes: Notes = { changes, said: [], words };
  const made = readAnswers((at === -1 ? inner : inner.slice(0, at)).trim(), notes);
  const withoutPicture = pictureReason(changes);
  if (withoutPicture !== null) return end(null, withoutPicture);
  if (typeof made === 'string') return end(null, made);
  const general = at === -1 ? '' : words(inner.slice(at + 4));
  const said = notes.said.map(({ answer, feedback }) => ({ answer, feedback: words(feedback) }));
  return end({ ...made, explanation: withFeedback(general, said, changes) }, null);
}

/** In what format a part is written, where it says so; otherwise in that of its question. */
function formatOf(text: string): { readonly name: string; readonly length: number } | null {
  const mark = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
  return mark && { name: mark[1]?.toLowerCase() ?? 'moodle', length: mark[0].length };
}

function withoutFormat(text: string): string {
  return text.slice(formatOf(text)?.length ?? 0);
}

/** A part of a question as Markdown. */
function toWords(
  given: string,
  question: { readonly format: string; readonly changes: string[]; readonly pictures: Pictures },
): string {
  const { changes, pictures } = question;
  const format = formatOf(given)?.name ?? question.format;
  const plain = restored(withoutFormat(given)).trim();
  if (format === 'markdown') {
    const placed = placeMarkdownPictures(plain, pictures);
    changes.push(...placed.changes);
    return placed.text;
  }
  const isHtml = format === 'html' || (format === 'moodle' && /<\/?[a-z][\w-]*[\s/>]|&#?\w+;/i.test(plain));
  if (!isHtml) return escapeMarkdown(plain);
  const converted = htmlToMarkdown(format === 'moodle' ? plain.replace(/\n/g, '<br>') : plain, pictures);
  changes.push(...converted.changes);
  return converted.text;
}

/** With a sign of its own for whatever a backslash keeps from being read. */
function withKept(text: string): string {
  return text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) => KEPT[sign] ?? sign);
}

interface Notes {
  readonly changes: string[];
  /** With feedback as the file writes it. */
  readonly said: Feedback[];
  readonly words: (given: string) => string;
}

/** What the signs between the brackets say, told apart in the order of Moodle; a text says why nothing can be made of it. */
function readAnswers(answers: string, notes: Notes): object | string {
  if (answers === '') return { kind: 'essay' };
  if (answers.startsWith('#')) return readNumber(answers.slice(1).trim(), notes);
  if (answers.includes('~')) return readChoice(answers, notes);
  if (answers.includes('=') && answers.includes('->')) return readPairs(answers, notes);
  return readTruth(answers, notes) ?? readForms(answers, notes);
}

/** Only capitals say that something is true or false. */
function readTruth(answers: string, { said }: Notes): object | null {
  const [, truth, feedback = ''] = /^(T|TRUE|F|FALSE)\s*(?:#([\s\S]*))?$/.exec(answers) ?? [];
  if (truth === undefined) return null;
  const answer = truth.startsWith('T');
  const [wrong, right] = splitOnce(feedback, '#');
  const named = (is: boolean) => (is ? 'True' : 'False');
  said.push({ answer: named(answer), feedback: right }, { answer: named(!answer), feedback: wrong });
  return { kind: 'true-false', answer };
}

function readChoice(answers: string, { changes, said, words }: Notes): object | string {
  const parts = partsOf(answers, changes);
  for (const { feedback, text } of parts) said.push({ answer: words(text), feedback });
  const shares = parts.map(({ share, sign, text }) => ({
    text: words(text),
    share: share ?? (sign === '=' ? 100 : 0),
  }));
  return toOptions(shares, answers.includes('='), changes);
}

/** Pairs have no feedback: a # belongs to what is written. */
function readPairs(answers: string, { words }: Notes): object | string {
  const pairs = answers.split('=').filter((pair) => pair.trim() !== '');
  if (!pairs.every((pair) => pair.includes('->'))) return m.imports_an_answer_to_match_has_no_arrow();
  const sides = pairs.map((pair) => splitOnce(pair, '->').map((side) => words(side)));
  return toPairs(sides.map(([left = '', right = '']) => ({ left, right })));
}

function readForms(answers: string, { changes, said }: Notes): object | string {
  const parts = partsOf(answers, changes);
  for (const { feedback, text } of parts) said.push({ answer: plainly(text), feedback });
  const forms = parts.map(({ share, text }) => ({
    text: restored(withoutFormat(text)).trim(),
    share: share ?? 100,
  }));
  return toText(forms, false, changes);
}

/** What stands before, between and behind the signs = and ~; nothing behind one of them is no answer, as in `{~=a ~b}`. */
function partsOf(answers: string, changes: string[]) {
  return answers.split(/(?=[=~])/).flatMap((part) => {
    const sign = /^[=~]/.exec(part)?.[0] ?? '';
    const [text = '', feedback = ''] = splitOnce(part.slice(sign.length), '#');
    if (text.trim() === '') {
      if (feedback.trim() !== '') changes.push(m.imports_feedback_on_an_empty_answer_was_removed());
      return [];
    }
    const share = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(text);
    const own = text.slice(share?.[0].length ?? 0).trim();
    return [{ sign, share: share ? Number(share[1]) : null, text: own, feedback: feedback.trim() }];
  });
}

function readNumber(given: string, { changes, said }: Notes): object | string {
  // Feedback for every other number stands behind a ~.
  const [numbers, otherwise] = splitOnce(given, '~');
  const parts = partsOf(numbers, changes);
  for (const part of parts) said.push({ answer: plainly(part.text), feedback: part.feedback });
  const [wrong, feedback] = splitOnce(otherwise, '#');
  if (wrong.trim() !== '') changes.push(m.imports_answers_after_were_removed_every_other_number());
  said.push({ answer: OTHERS, feedback });
  const forms: NumberForm[] = [];
  for (const part of parts) {
    const plain = restored(part.text).trim();
    const number = toNumberForm(plain);
    if (number) forms.push({ ...number, share: part.share ?? 100 });
    else if (plain !== '*') return m.imports_isnt_a_number({ plain: cut(plain, 40) });
    else if (part.share !== 0) changes.push(OTHER_NUMBERS());
  }
  return toNumberKey(forms);
}

/** `3:0.5`, or `2.5..3.5`. */
function toNumberForm(given: string): Omit<NumberForm, 'share'> | null {
  const [low = 0, high = 0] = splitOnce(given, '..').map(toNumber);
  if (given.includes('..') && Number.isFinite(low + high))
    return { answer: tidy((low + high) / 2), tolerance: tidy(Math.abs(high - low) / 2) };
  const [answer, tolerance] = splitOnce(given, ':');
  const [value, off] = [toNumber(answer), tolerance.trim() === '' ? 0 : toNumber(tolerance)];
  return Number.isFinite(value + off) ? { answer: value, tolerance: Math.abs(off) } : null;
}

function toNumber(text: string): number {
  return Number(text.trim() || Number.NaN);
}

/** Without what halving decimals leaves behind. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** An answer that is plain text, as Markdown. */
function plainly(text: string): string {
  const plain = restored(withoutFormat(text)).trim();
  return plain === '*' ? OTHERS : escapeMarkdown(plain);
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

function restored(text: string): string {
  return text.replace(PLACES, (place) => SIGNS.get(place) ?? '');
}
