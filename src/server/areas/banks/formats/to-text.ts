import type { Asked } from '#domain/exams/kinds/kind';
import type { PartialForm, TextQuestion } from '#domain/exams/kinds/text/text';
import { PATTERN_LENGTH } from '#domain/exams/pattern/parse-pattern';
import { m } from '../../../../messages/messages.js';

/** What somebody may write, with what it earns in percent. */
interface Form {
  readonly text: string;
  readonly share: number;
}

type TextParts = Omit<TextQuestion, keyof Asked>;

/** Where somebody may write anything; `\\*` is the sign itself. */
const ANYTHING = /(?<!\\)\*/;
const SIGNS = /[\\.*+?()[\]{}|^$]/g;
const isOpen = ({ text }: Form) => ANYTHING.test(text);
const isFull = ({ share }: Form) => share >= 100;

/**
 * A short text with the forms that another platform accepts, of which `*` stands for anything; a text says why there is
 * no question.
 */
export function toText(
  forms: readonly Form[],
  caseSensitive: boolean,
  changes: string[],
): TextParts | string {
  const said = firstOfEach(forms, caseSensitive);
  const full = said.filter(isFull);
  if (full.length === 0) return m.imports_none_of_its_answers_earns_all_points();
  if (full.some(({ text }) => text.replace(/[*\s]/g, '') === '')) return m.imports_it_accepts_any_answer();
  const open = full.filter(isOpen);
  const whole = full.filter((form) => !isOpen(form)).map(({ text }) => text.replaceAll('\\*', '*'));
  const patterns = [...new Set(open.map(patternOf))];
  const partial = decidingFirst(said).map(partialOf);
  const all = [...patterns, ...partial.flatMap(({ pattern }) => pattern ?? [])];
  if (all.some((pattern) => [...pattern].length > PATTERN_LENGTH))
    return m.imports_an_accepted_answer_with_is_too_long();
  if (all.length > 0) changes.push(m.imports_answers_with_became_patterns());
  // Without the signs it is a form that fits the pattern.
  const examples = open.map(({ text }) => text.replaceAll('\\*', '\u0000').replaceAll('*', ''));
  const answers = whole.length > 0 ? whole : examples.map((form) => form.replaceAll('\u0000', '*').trim());
  return {
    kind: 'text' as const,
    answers,
    caseSensitive,
    ...(patterns.length > 0 && { patterns }),
    ...(partial.length > 0 && { partial }),
  };
}

/** The first of several alike decides; what earns nothing and comes last says nothing. */
function firstOfEach(forms: readonly Form[], caseSensitive: boolean): Form[] {
  const known = new Map<string, Form>();
  for (const { share, text } of forms) {
    const plain = text.trim().replace(/\s+/g, ' ');
    const name = caseSensitive ? plain : plain.toLowerCase();
    if (plain !== '' && !known.has(name)) known.set(name, { text: text.trim(), share });
  }
  const all = [...known.values()];
  return all.slice(0, all.findLastIndex(({ share }) => share !== 0) + 1);
}

/** The forms that must be looked at before those that earn everything, so that the first that fits decides. */
function decidingFirst(forms: readonly Form[]): Form[] {
  const until = forms.findLastIndex((form) => !isFull(form)) + 1;
  const early = forms.slice(0, until);
  const lastOpen = early.findLastIndex((form) => isOpen(form) && !isFull(form));
  return early.filter((form, at) => !isFull(form) || isOpen(form) || at < lastOpen);
}

function partialOf(form: Form): PartialForm {
  const fraction = Math.max(-100, Math.min(100, form.share));
  return isOpen(form)
    ? { pattern: patternOf(form), fraction }
    : { text: form.text.replaceAll('\\*', '*'), fraction };
}

function patternOf({ text }: Form): string {
  return text
    .split(ANYTHING)
    .map((part) => part.replaceAll('\\*', '*').replace(/\s+/g, ' ').replace(SIGNS, '\\$&'))
    .join('.*');
}
