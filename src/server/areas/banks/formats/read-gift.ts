import { escapeMarkdown, htmlToMarkdown, htmlToText } from './html-to-markdown.ts';
import { type Imported, nameOf, refuseMany } from './imported.ts';
import { toOptions } from './to-options.ts';
import { toPairs } from './to-pairs.ts';
import { toText } from './to-text.ts';

interface Block {
  readonly line: number;
  readonly text: string;
}

/** What a backslash keeps from being read as a sign. */
const KEPT: Readonly<Record<string, string>> = {
  '~': '\ue000',
  '=': '\ue001',
  '#': '\ue002',
  '{': '\ue003',
  '}': '\ue004',
  ':': '\ue005',
  '\\': '\ue006',
};
const SIGNS = new Map(Object.entries(KEPT).map(([sign, place]) => [place, sign]));
const PLACES = /[\ue000-\ue006]/g;

/** Reads a file in the GIFT format of Moodle. */
export function readGift(text: string): Imported[] {
  const found: Imported[] = [];
  let tags: string[] = [];
  for (const block of blocksOf(text)) {
    const category = /^\$CATEGORY:\s*(.+)$/m.exec(block.text);
    if (category) {
      tags = tagsOf(category[1] ?? '');
      const rest = block.text.replace(/^\$CATEGORY:.*$/m, '').trim();
      if (rest === '') continue;
      found.push(readBlock({ ...block, text: rest }, tags));
    } else found.push(readBlock(block, tags));
    refuseMany(found.length);
  }
  return found;
}

/** The last two names of a category path, as tags. */
export function tagsOf(path: string): string[] {
  const names = path.split(/(?<!\/)\/(?!\/)/).map((name) => name.trim().replace(/\/\//g, '/').slice(0, 60));
  return names.filter((name) => name !== '' && !/^\$\w+\$$|^top$|^course$/i.test(name)).slice(-2);
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let from = 1;
  const end = () => {
    const block = lines.join('\n').trim();
    if (block !== '') blocks.push({ line: from, text: block });
    refuseMany(blocks.length);
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') end();
    else if (!line.trimStart().startsWith('//')) {
      if (lines.length === 0) from = index + 1;
      lines.push(line);
    }
  }
  end();
  return blocks;
}

function readBlock({ line, text }: Block, tags: readonly string[]): Imported {
  const kept = text.replace(/\\n/g, '\n').replace(/\\([~=#{}:\\])/g, (_, sign: string) => KEPT[sign] ?? sign);
  const title = /^\s*::([\s\S]*?)::/.exec(kept);
  const bodyAndFormat = kept.slice(title?.[0].length ?? 0).trim();
  const format = /^\[(html|moodle|plain|markdown)\]/i.exec(bodyAndFormat)?.[1]?.toLowerCase() ?? 'moodle';
  const body = bodyAndFormat.replace(/^\[\w+\]/, '');
  const open = body.indexOf('{');
  const close = body.indexOf('}', open);
  const changes: string[] = [];
  const words = (given: string) => {
    const plain = restored(given).trim();
    if (format === 'markdown') return plain;
    if (format === 'plain' || !/<\w|&\w+;/.test(plain)) return escapeMarkdown(plain);
    const converted = htmlToMarkdown(plain);
    changes.push(...converted.changes);
    return converted.text;
  };
  const after = close === -1 ? '' : body.slice(close + 1).trim();
  const before = open === -1 ? body : body.slice(0, open);
  const prompt = words(after === '' ? before : `${before.trimEnd()} ＿＿＿ ${after}`).replace(
    '＿＿＿',
    '\\_\\_\\_',
  );
  const name = nameOf(restored(title?.[1] ?? ''), restored(before));
  const end = (question: object | null, dropped: string | null): Imported => ({
    ...{ name, line, tags, changes: [...new Set(changes)], dropped },
    question: question && { prompt, points: 1, explanation: '', ...question },
  });
  if (open === -1 || close === -1) return end(null, 'it asks nothing: there is no answer in { }');
  const [answers = '', general = ''] = splitOnce(body.slice(open + 1, close), '####');
  const explanation = words(general);
  const made = readAnswers(answers.trim(), words, changes);
  return typeof made === 'string' ? end(null, made) : end({ ...made, explanation }, null);
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
  const isMatch = parts.every(({ sign, text }) => sign === '=' && text.includes('->'));
  if (isMatch) {
    const sides = parts.map(({ text }) => splitOnce(text, '->').map((side) => words(side)));
    return toPairs(sides.map(([left = '', right = '']) => ({ left, right })));
  }
  if (parts.every(({ sign }) => sign === '=')) {
    const forms = parts.map(({ share, text }) => ({ text: htmlToText(restored(text)), share: share ?? 100 }));
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

function partsOf(answers: string, changes: string[]) {
  return [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, sign, rest = '']) => {
    const [text = '', feedback = ''] = splitOnce(rest, '#');
    if (feedback.trim() !== '') changes.push('feedback on single answers was left out');
    const share = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(text);
    return { sign, share: share ? Number(share[1]) : null, text: text.replace(/^\s*%[^%]*%/, '').trim() };
  });
}

function readNumber(given: string, changes: string[]): object | string {
  const bare = given.includes('=') ? best(given, changes) : splitOnce(given, '#')[0];
  const range = /^\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*\.\.\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*$/i.exec(bare);
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return { kind: 'number', answer: (low + high) / 2, tolerance: Math.abs(high - low) / 2 };
  }
  const [answer = '', tolerance = '0'] = restored(bare).split(':');
  const numbers = [Number(answer.trim() || Number.NaN), Number(tolerance.trim() || 0)];
  if (!numbers.every(Number.isFinite)) return `"${restored(bare).trim().slice(0, 40)}" is no number`;
  return { kind: 'number', answer: numbers[0], tolerance: Math.abs(numbers[1] ?? 0) };
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
