import { type GiftBlock, giftBlocks } from './gift-blocks.ts';
import { HtmlFault } from './guard-html.ts';
import { escapeMarkdown, htmlToMarkdown } from './html-to-markdown.ts';
import { type Imported, nameOf, newReading, type Reading } from './imported.ts';
import { type Pictures, pictureReason } from './pictures.ts';
import { placeMarkdownPictures } from './place-markdown-pictures.ts';
import { type NumberForm, OTHER_NUMBERS, toNumberKey } from './to-number-key.ts';
import { toOptions } from './to-options.ts';
import { toPairs } from './to-pairs.ts';
import { toText } from './to-text.ts';
import { type Feedback, OTHERS, withFeedback } from './with-feedback.ts';

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
  const names = path.split(/(?<!\/)\/(?!\/)/).map((name) => name.trim().replace(/\/\//g, '/').slice(0, 60));
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
      ...{ id, line, tags, name: nameOf('', text.slice(0, 200)) },
      ...{ changes: [], question: null, dropped: error.message },
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
    ...{ id, name, line, changes: [...new Set(changes)], dropped },
    question: question && { prompt, points: 1, explanation: '', ...question },
  });
  if (open === -1 && close === -1) return end(null, 'it asks nothing: there is no answer in { }');
  if (open === -1 || close === -1)
    return end(null, 'a bracket { or } is missing, or an empty line divides it');
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

/** What the signs between the brackets say; a text says why nothing can be made of it. */
function readAnswers(answers: string, notes: Notes): object | string {
  const { changes, said, words } = notes;
  if (answers === '') return { kind: 'essay' };
  const truth = /^(T|TRUE|F|FALSE)\s*(#[\s\S]*)?$/i.exec(answers);
  if (truth) {
    const answer = truth[1]?.toUpperCase().startsWith('T') ?? false;
    const [wrong, right] = splitOnce(truth[2]?.slice(1) ?? '', '#');
    const named = (is: boolean) => (is ? 'True' : 'False');
    said.push({ answer: named(answer), feedback: right }, { answer: named(!answer), feedback: wrong });
    return { kind: 'true-false', answer };
  }
  if (answers.startsWith('#')) return readNumber(answers.slice(1).trim(), notes);
  const parts = partsOf(answers);
  if (parts.length === 0) return 'its answers begin with neither = nor ~';
  const isChoice = parts.some(({ sign }) => sign === '~');
  if (!isChoice && parts.some(({ text }) => text.includes('->'))) {
    if (!parts.every(({ text }) => text.includes('->'))) return 'an answer to match has no arrow (->)';
    const sides = parts.map(({ text }) => splitOnce(text, '->').map((side) => words(side)));
    return toPairs(sides.map(([left = '', right = '']) => ({ left, right })));
  }
  for (const { feedback, text } of parts)
    if (feedback !== '') said.push({ answer: isChoice ? words(text) : plainly(text), feedback });
  if (!isChoice) {
    const forms = parts.map(({ share, text }) => ({
      text: restored(withoutFormat(text)).trim(),
      share: share ?? 100,
    }));
    return toText(forms, false, changes);
  }
  const shares = parts.map(({ share, sign, text }) => ({
    text: words(text),
    share: share ?? (sign === '=' ? 100 : 0),
  }));
  return toOptions(
    shares,
    parts.some(({ sign }) => sign === '='),
    changes,
  );
}

/** What stands behind each = and ~; nothing behind one of them is no answer, as in `{~=a ~b}`. */
function partsOf(answers: string) {
  return [...answers.matchAll(/([=~])([^=~]*)/g)].flatMap(([, sign, rest = '']) => {
    const [text = '', feedback = ''] = splitOnce(rest, '#');
    if (text.trim() === '') return [];
    const share = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(text);
    const own = text.slice(share?.[0].length ?? 0).trim();
    return [{ sign, share: share ? Number(share[1]) : null, text: own, feedback: feedback.trim() }];
  });
}

function readNumber(given: string, { changes, said }: Notes): object | string {
  // Feedback for every other number stands behind a ~.
  const [numbers, otherwise] = splitOnce(given, '~');
  const [text, feedback] = splitOnce(numbers, '#');
  const parts = numbers.includes('=') ? partsOf(numbers) : [{ text, feedback, share: null }];
  for (const part of parts) said.push({ answer: plainly(part.text), feedback: part.feedback });
  said.push({ answer: OTHERS, feedback: splitOnce(otherwise, '#')[1] });
  const forms: NumberForm[] = [];
  for (const part of parts) {
    const plain = restored(part.text).trim();
    const number = toNumberForm(plain);
    if (number) forms.push({ ...number, share: part.share ?? 100 });
    else if (plain !== '*') return `"${plain.slice(0, 40)}" is no number`;
    else if ((part.share ?? 100) > 0) changes.push(OTHER_NUMBERS);
  }
  return toNumberKey(forms);
}

/** `3:0.5`, or `2.5..3.5`. */
function toNumberForm(given: string): Omit<NumberForm, 'share'> | null {
  const [low = 0, high = 0] = splitOnce(given, '..').map(toNumber);
  if (given.includes('..') && Number.isFinite(low + high))
    return { answer: tidy((low + high) / 2), tolerance: tidy(Math.abs(high - low) / 2) };
  const [answer = '', tolerance = '0'] = given.split(':');
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
