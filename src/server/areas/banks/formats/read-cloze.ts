import { htmlToText } from './html-to-markdown.ts';
import { type Feedback, OTHERS } from './with-feedback.ts';

/** A gap as it stands in the text of a question: {2:SHORTANSWER:=Paris~%50%Lyon#Nearly}. */
interface Gap {
  readonly weight: number;
  readonly type: string;
  readonly forms: readonly { readonly text: string; readonly share: number; readonly feedback: string }[];
}

const BEGINNING = /\{\s*(\d{0,3})\s*:\s*([A-Z_]{2,20})\s*:/g;
/** Long and short names of the types of gaps. */
const CHOICE = /^(?:MULTICHOICE(?:_[HV]S?|_S)?|MC[HV]?S?)$/;
const WRITTEN = /^(?:SHORTANSWER|SA|MW)_?C?$/;
const isStrict = (type: string) => type !== 'MC' && type.endsWith('C');
const NUMBER = /^(?:NUMERICAL|NM)$/;
const MOST_GAPS = 30;

/** A text with gaps: what is asked, as HTML, and its gaps; a text says why there is no question. */
export function readCloze(
  html: string,
  words: (html: string) => string,
  changes: string[],
): { html: string; question: object; points: number; said: Feedback[] } | string {
  const { gaps, text } = gapsOf(html);
  if (gaps.length === 0) return 'there is no gap in its text';
  if (gaps.length > MOST_GAPS) return `it has more than ${MOST_GAPS} gaps`;
  const made = gaps.map((gap) => toGap(gap, words, changes));
  const fault = made.find((each) => typeof each === 'string');
  if (fault !== undefined) return fault;
  const written = gaps.flatMap(({ type }) => (WRITTEN.test(type) ? [isStrict(type)] : []));
  const caseSensitive = written.length > 0 && written.every(Boolean);
  if (!caseSensitive && written.some(Boolean))
    changes.push('capital letters count in no gap: they did in some');
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

function saidOf({ feedback, text }: Gap['forms'][number], gap: number, words: (html: string) => string) {
  const answer = text.trim() === '*' ? OTHERS : words(text);
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
    const share = /^\s*(?:=|%(-?\d+(?:\.\d+)?)%)/.exec(form);
    return {
      text: bare(form.slice(share?.[0].length ?? 0)),
      feedback: bare(feedback).trim(),
      share: share ? Number(share[1] ?? 100) : 0,
    };
  });
}

/** Without the backslashes that keep signs from being read. */
function bare(text: string): string {
  return text.replace(/\\([\\~#}/"*=%])/g, '$1');
}

/** Parts between a sign, but for one behind a backslash. */
function splitAt(text: string, sign: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === sign) parts.push('');
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

function toGap(
  { forms, type }: Gap,
  words: (html: string) => string,
  changes: string[],
): { answers: string[]; wrong: string[] } | string {
  const right = forms.filter(({ share }) => share >= 100);
  if (right.length === 0) return 'a gap has no answer that is right';
  if (forms.some(({ share }) => share > 0 && share < 100))
    changes.push('answers that earned a part of the points were left out');
  if (CHOICE.test(type)) {
    if (right.length > 1) changes.push('of several right words in a gap one is offered');
    const answer = words(right[0]?.text ?? '');
    const wrong = forms.filter(({ share }) => share <= 0).map(({ text }) => words(text));
    const others = [...new Set(wrong)].filter((each) => each !== '' && each !== answer);
    return others.length > 0 ? { answers: [answer], wrong: others } : 'a gap offers nothing else to choose';
  }
  if (WRITTEN.test(type)) {
    if (right.some(({ text }) => text.includes('*'))) return 'a gap accepts anything in some place (*)';
    return { answers: right.map(({ text }) => htmlToText(text)), wrong: [] };
  }
  if (NUMBER.test(type)) return toNumberGap(right, changes);
  return `gaps of the type "${type}" cannot be taken in`;
}

/** A number is written like a word, so it must be one number and no other. */
function toNumberGap(
  right: Gap['forms'],
  changes: string[],
): { answers: string[]; wrong: string[] } | string {
  const answers: string[] = [];
  for (const { text } of right) {
    const [number = '', tolerance = '0'] = htmlToText(text).split(':');
    const value = Number(number.trim().replace(',', '.') || Number.NaN);
    const off = Math.abs(Number(tolerance.trim() || 0));
    if (!Number.isFinite(value)) return `"${number.slice(0, 40)}" in a gap is no number`;
    // Between whole numbers nothing else is meant.
    if (off > 0 && !(Number.isInteger(value) && off < 1)) return 'a gap asks for a number with a tolerance';
    if (off > 0) changes.push('a gap takes the whole number only');
    const plain = String(value);
    answers.push(...new Set([number.trim(), plain, plain.replace('.', ',')]));
  }
  return { answers: [...new Set(answers)], wrong: [] };
}
