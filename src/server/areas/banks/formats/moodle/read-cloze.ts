import { cut } from '#domain/cut';
import { m } from '../../../../../messages/messages.js';
import { htmlToText } from '../html/html-to-markdown.ts';
import { toExactOptions } from '../to-options.ts';
import { toText } from '../to-text.ts';
import { type Feedback, OTHERS } from '../with-feedback.ts';
import { type NumberForm, OTHER_NUMBERS, toNumberKey } from './to-number-key.ts';

/** A gap as it stands in the text of a question: {2:SHORTANSWER:=Paris~%50%Lyon#Nearly}. */
interface Gap {
  readonly weight: number;
  readonly type: string;
  readonly forms: readonly Form[];
}

interface Form {
  /** A star behind a backslash is no star. */
  readonly text: string;
  /** In percent of what the gap is worth. */
  readonly share: number;
  readonly feedback: string;
}

interface Reading {
  readonly words: (html: string) => string;
  readonly changes: string[];
  /** Of all gaps that are not questions of their own. */
  readonly caseSensitive: boolean;
}

const BEGINNING = /\{\s*(\d{0,3})\s*:\s*([A-Z_]{2,20})\s*:/g;
/** Long and short names of the types of gaps. */
const CHOICE = /^(?:MULTICHOICE(?:_[HV]S?|_S)?|MC[HV]?S?)$/;
const WRITTEN = /^(?:SHORTANSWER|SA|MW)_?C?$/;
const isStrict = (type: string) => type.endsWith('C');
const NUMBER = /^(?:NUMERICAL|NM)$/;
const MAX_GAPS = 30;

/** A text with gaps: what is asked, as HTML, and its gaps; a text says why there is no question. */
export function readCloze(
  html: string,
  words: (html: string) => string,
  changes: string[],
): { html: string; question: object; points: number; said: Feedback[] } | string {
  const { gaps, text } = gapsOf(html);
  if (gaps.length === 0) return m.imports_its_text_has_no_blanks();
  if (gaps.length > MAX_GAPS) return m.imports_it_has_more_than_blanks({ most: MAX_GAPS });
  const written = gaps.flatMap(({ type }) => (WRITTEN.test(type) ? [isStrict(type)] : []));
  const caseSensitive = written.length > 0 && written.every(Boolean);
  const made = gaps.map((gap) => toGap(gap, { caseSensitive, changes, words }));
  const fault = made.find((each) => typeof each === 'string');
  if (fault !== undefined) return fault;
  const weights = gaps.map(({ weight }) => weight);
  const isEven = new Set(weights).size === 1;
  const weighted = made
    .filter((gap) => typeof gap !== 'string')
    .map((gap, at) => (isEven ? gap : { ...gap, weight: weights[at] }));
  const points = weights.reduce((sum, weight) => sum + weight, 0);
  const said = gaps.flatMap(({ forms }, at) =>
    forms.flatMap((form) => (form.feedback === '' ? [] : [saidOf(form, at + 1, words)])),
  );
  return { html: text, question: { kind: 'gaps', gaps: weighted, caseSensitive }, points, said };
}

function saidOf({ feedback, text }: Form, gap: number, words: (html: string) => string) {
  const answer = text.trim() === '*' ? OTHERS : words(plain(text));
  return { answer: `(${gap}) ${answer}`, feedback: words(feedback) };
}

/** The gaps, and the text with a number in the place of each. */
function gapsOf(html: string): { gaps: Gap[]; text: string } {
  const gaps: Gap[] = [];
  let text = '';
  let from = 0;
  BEGINNING.lastIndex = 0;
  for (let found = BEGINNING.exec(html); found; found = BEGINNING.exec(html)) {
    const end = endOf(html, BEGINNING.lastIndex);
    if (end === -1) break;
    const [, weight = '', type = ''] = found;
    gaps.push({
      type,
      weight: weight === '' ? 1 : Number(weight),
      forms: formsOf(html.slice(BEGINNING.lastIndex, end)),
    });
    text += `${html.slice(from, found.index)}(${gaps.length})`;
    from = end + 1;
    BEGINNING.lastIndex = from;
  }
  return { gaps, text: text + html.slice(from) };
}

/** The bracket that ends what began here; one behind a backslash is a sign. */
function endOf(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '}') return at;
  }
  return -1;
}

function formsOf(given: string): Gap['forms'] {
  return splitAt(given, '~').map((part) => {
    const [form = '', feedback = ''] = splitAt(part, '#');
    const share = /^\s*(?:=|%(-?\d+(?:[.,]\d*)?)%)/.exec(form);
    return {
      text: bare(form.slice(share?.[0].length ?? 0)),
      feedback: plain(bare(feedback)).trim(),
      share: share ? exact(share[1] ?? '100') : 0,
    };
  });
}

/** As Moodle stores it: with five decimals of a percent. */
function exact(percent: string): number {
  return Number(Number(percent.replace(',', '.')).toFixed(5));
}

/** Without the backslashes that keep signs from being read; a star is read later. */
function bare(text: string): string {
  return text.replace(/\\([\\~#}/"=%])/g, '$1');
}

/** Where a star stands for nothing else. */
function plain(text: string): string {
  return text.replaceAll('\\*', '*');
}

/** Parts between a sign, but for one behind a backslash, or in a character written by its number (&#39;). */
function splitAt(text: string, sign: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === sign && !(sign === '#' && text[at - 1] === '&')) parts.push('');
    else {
      parts[parts.length - 1] += text[at] ?? '';
      if (text[at] === '\\' && at + 1 < text.length) {
        at += 1;
        parts[parts.length - 1] += text[at] ?? '';
      }
    }
  }
  return parts;
}

/** A gap as it is kept: a question of its own only where its answers do not simply earn all or nothing. */
function toGap(gap: Gap, { caseSensitive, changes, words }: Reading): object | string {
  if (CHOICE.test(gap.type)) return toChoiceGap(gap, words, changes);
  if (!WRITTEN.test(gap.type) && !NUMBER.test(gap.type))
    return m.imports_blanks_of_type_arent_supported({ type: gap.type });
  if (!gap.forms.some(({ share }) => share >= 100)) return m.imports_a_blank_has_no_correct_answer();
  if (NUMBER.test(gap.type)) return toNumberGap(gap, changes);
  const forms = gap.forms.map(({ share, text }) => ({ text: htmlToText(text), share }));
  const made = toText(forms, isStrict(gap.type), changes);
  if (typeof made === 'string') return m.imports_in_a_blank({ made });
  const isPlain = !made.partial && !made.patterns && made.caseSensitive === caseSensitive;
  return isPlain ? { answers: made.answers, wrong: [] } : made;
}

function toChoiceGap({ forms }: Gap, words: (html: string) => string, changes: string[]): object | string {
  const offered = forms
    .map(({ share, text }) => ({ text: words(plain(text)), share }))
    .filter(({ text }) => text !== '');
  const made = toExactOptions(offered, true, changes);
  if (typeof made === 'string') return m.imports_a_blank_has_no_correct_answer();
  if (made.options.length < 2) return m.imports_a_blank_has_no_wrong_choices();
  if (made.options.some(({ fraction }) => fraction !== undefined)) return made;
  const textsOf = (right: boolean) =>
    made.options.filter(({ correct }) => correct === right).map(({ text }) => text);
  return { answers: textsOf(true), wrong: textsOf(false) };
}

function toNumberGap(gap: Gap, changes: string[]): object | string {
  const forms: NumberForm[] = [];
  for (const { share, text } of gap.forms) {
    const given = htmlToText(text);
    if (given === '*') {
      // What comes behind any number is never looked at.
      if (share !== 0) changes.push(OTHER_NUMBERS());
      break;
    }
    const [number = '', tolerance = '0'] = given.split(':');
    const [answer, off] = [toNumber(number), toNumber(tolerance.trim() || '0')];
    if (!Number.isFinite(answer)) return m.imports_in_a_blank_isnt_a_number({ number: cut(number, 40) });
    if (!Number.isFinite(off))
      return m.imports_in_a_blank_isnt_a_valid_tolerance({ tolerance: cut(tolerance, 40) });
    forms.push({ answer, share, tolerance: Math.abs(off) });
  }
  const made = toNumberKey(forms);
  return typeof made === 'string' ? m.imports_in_a_blank({ made }) : made;
}

function toNumber(text: string): number {
  return Number(text.trim().replace(',', '.') || Number.NaN);
}
