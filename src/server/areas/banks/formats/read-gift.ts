import { type GiftBlock, giftBlocks } from './gift-blocks.ts';
import { HtmlFault } from './guard-html.ts';
import { escapeMarkdown, htmlToMarkdown } from './html-to-markdown.ts';
import { type Imported, nameOf, WITHOUT_PICTURE } from './imported.ts';
import { MISSING_PICTURE } from './tidy-html.ts';
import { toOptions } from './to-options.ts';
import { toPairs } from './to-pairs.ts';
import { toText } from './to-text.ts';

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
export function readGift(text: string): Imported[] {
  const found: Imported[] = [];
  let category: string[] = [];
  for (const block of giftBlocks(text)) {
    const named = /^\$CATEGORY:\s*(.*)$/.exec(block.text);
    if (named) category = tagsOf(restored(withKept(named[1] ?? '')));
    else found.push(readOrDrop(block, category));
  }
  return found;
}

/** The last two names of a category path, as tags. */
export function tagsOf(path: string): string[] {
  const names = path.split(/(?<!\/)\/(?!\/)/).map((name) => name.trim().replace(/\/\//g, '/').slice(0, 60));
  return names.filter((name) => name !== '' && !/^\$\w+\$$|^top$|^course$/i.test(name)).slice(-2);
}

function readOrDrop(block: GiftBlock, category: readonly string[]): Imported {
  const tags = [...new Set([...category, ...block.tags])];
  try {
    return { ...readBlock(block), tags };
  } catch (error) {
    if (!(error instanceof HtmlFault)) throw error;
    const { id, line, text } = block;
    return {
      ...{ id, line, tags, name: nameOf('', text.slice(0, 200)) },
      ...{ changes: [], question: null, dropped: error.message },
    };
  }
}

function readBlock({ id, line, text }: GiftBlock): Omit<Imported, 'tags'> {
  const kept = withKept(text);
  const title = /^\s*::([\s\S]*?)::/.exec(kept);
  const body = kept.slice(title?.[0].length ?? 0).trim();
  const changes: string[] = [];
  const format = formatOf(body)?.name ?? 'moodle';
  const words = (given: string) => toWords(given, format, changes);
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
  const made = readAnswers((at === -1 ? inner : inner.slice(0, at)).trim(), words, changes);
  if (changes.includes(MISSING_PICTURE)) return end(null, WITHOUT_PICTURE);
  const explanation = at === -1 ? '' : words(inner.slice(at + 4));
  return typeof made === 'string' ? end(null, made) : end({ ...made, explanation }, null);
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
function toWords(given: string, questionFormat: string, changes: string[]): string {
  const format = formatOf(given)?.name ?? questionFormat;
  const plain = restored(withoutFormat(given)).trim();
  if (format === 'markdown') return plain;
  const isHtml = format === 'html' || (format === 'moodle' && /<\/?[a-z][\w-]*[\s/>]|&#?\w+;/i.test(plain));
  if (!isHtml) return escapeMarkdown(plain);
  const converted = htmlToMarkdown(format === 'moodle' ? plain.replace(/\n/g, '<br>') : plain);
  changes.push(...converted.changes);
  return converted.text;
}

/** With a sign of its own for whatever a backslash keeps from being read. */
function withKept(text: string): string {
  return text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) => KEPT[sign] ?? sign);
}

type Words = (given: string) => string;

/** What the signs between the brackets say; a text says why nothing can be made of it. */
function readAnswers(answers: string, words: Words, changes: string[]): object | string {
  if (answers === '') return { kind: 'essay' };
  const truth = /^(T|TRUE|F|FALSE)\s*(#[\s\S]*)?$/i.exec(answers);
  if (truth) {
    if (truth[2]) changes.push('feedback on single answers was left out');
    return { kind: 'true-false', answer: truth[1]?.toUpperCase().startsWith('T') };
  }
  if (answers.startsWith('#')) return readNumber(answers.slice(1).trim(), changes);
  const parts = partsOf(answers, changes);
  if (parts.length === 0) return 'its answers begin with neither = nor ~';
  const isChoice = parts.some(({ sign }) => sign === '~');
  if (!isChoice && parts.some(({ text }) => text.includes('->'))) {
    if (!parts.every(({ text }) => text.includes('->'))) return 'an answer to match has no arrow (->)';
    const sides = parts.map(({ text }) => splitOnce(text, '->').map((side) => words(side)));
    return toPairs(sides.map(([left = '', right = '']) => ({ left, right })));
  }
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
function partsOf(answers: string, changes: string[]) {
  return [...answers.matchAll(/([=~])([^=~]*)/g)].flatMap(([, sign, rest = '']) => {
    const [text = '', feedback = ''] = splitOnce(rest, '#');
    if (feedback.trim() !== '') changes.push('feedback on single answers was left out');
    if (text.trim() === '') return [];
    const share = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(text);
    return [
      { sign, share: share ? Number(share[1]) : null, text: text.slice(share?.[0].length ?? 0).trim() },
    ];
  });
}

function readNumber(given: string, changes: string[]): object | string {
  // Feedback for every other number stands behind a ~.
  const [numbers, otherwise] = splitOnce(given, '~');
  if (otherwise.trim() !== '') changes.push('feedback on single answers was left out');
  const bare = numbers.includes('=') ? best(numbers, changes) : splitOnce(numbers, '#')[0];
  const [low, high] = splitOnce(restored(bare), '..').map(toNumber);
  if (bare.includes('..') && low !== undefined && high !== undefined && Number.isFinite(low + high))
    return { kind: 'number', answer: tidy((low + high) / 2), tolerance: tidy(Math.abs(high - low) / 2) };
  const [answer = '', tolerance = '0'] = restored(bare).split(':');
  const [value, off] = [toNumber(answer), tolerance.trim() === '' ? 0 : toNumber(tolerance)];
  if (!Number.isFinite(value + off)) return `"${restored(bare).trim().slice(0, 40)}" is no number`;
  return { kind: 'number', answer: value, tolerance: Math.abs(off) };
}

function toNumber(text: string): number {
  return Number(text.trim() || Number.NaN);
}

/** Without what halving decimals leaves behind. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** The answer of a number that earns everything. */
function best(given: string, changes: string[]): string {
  const parts = partsOf(given, changes);
  const full = parts.find(({ share }) => share === null || share >= 100) ?? parts[0];
  if (parts.length > 1) changes.push('numbers that earned a part of the points were left out');
  return full?.text ?? '';
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

function restored(text: string): string {
  return text.replace(PLACES, (place) => SIGNS.get(place) ?? '');
}
