import { PATTERN_LENGTH } from '#domain/exams/pattern/parse-pattern';

/** Where somebody may write anything; `\*` is the sign itself. */
const ANYTHING = /(?<!\\)\*/;
const SIGNS = /[\\.*+?()[\]{}|^$]/g;

/**
 * A short text with the forms that another platform accepts, of which `*` stands for anything; a text says why there is
 * no question.
 */
export function toText(forms: readonly string[], caseSensitive: boolean, changes: string[]): object | string {
  const said = forms.map((form) => form.trim()).filter((form) => form !== '');
  const open = said.filter((form) => ANYTHING.test(form));
  const whole = said.filter((form) => !ANYTHING.test(form)).map((form) => form.replaceAll('\\*', '*'));
  if (open.some((form) => form.replace(/[*\s]/g, '') === '')) return 'it accepts whatever is written (*)';
  const patterns = [...new Set(open.map(patternOf))];
  if (patterns.some((pattern) => [...pattern].length > PATTERN_LENGTH))
    return 'an accepted form with * in it is too long for a pattern';
  if (patterns.length > 0) changes.push('forms with * in them became patterns');
  // Without the signs it is a form that fits the pattern.
  const examples = open.map((form) => form.replaceAll('\\*', '\u0000').replaceAll('*', ''));
  const answers = whole.length > 0 ? whole : examples.map((form) => form.replaceAll('\u0000', '*').trim());
  return { kind: 'text', answers, caseSensitive, ...(patterns.length > 0 && { patterns }) };
}

function patternOf(form: string): string {
  return form
    .split(ANYTHING)
    .map((part) => part.replaceAll('\\*', '*').replace(/\s+/g, ' ').replace(SIGNS, '\\$&'))
    .join('.*');
}
