import { m } from '../../../../../messages/messages.js';
/** A number that another platform accepts, with what it earns in percent. */
export interface NumberForm {
  readonly answer: number;
  readonly tolerance: number;
  readonly share: number;
}

/** Said where any number earns a part of the points. */
export const OTHER_NUMBERS = m.imports_other_numbers_earn_no_points_here_they;

/** A number with all that is accepted, of which the first that fits decides; a text says why there is no question. */
export function toNumberKey(given: readonly NumberForm[]): object | string {
  // What earns nothing and comes last says nothing.
  const forms = given.slice(0, given.findLastIndex(({ share }) => share !== 0) + 1);
  const at = forms.findIndex(({ share }) => share >= 100);
  const main = forms[at];
  if (!main) return m.imports_it_has_no_correct_number();
  const before = forms.slice(0, at);
  const after = forms.slice(at + 1);
  // What overlaps the right number must not be looked at before it.
  const isCaught = after.some((form) => form.share < 100 && overlaps(form, main));
  const ordered = [...before, ...(isCaught ? [main] : []), ...after];
  const partial = ordered.map(({ answer, share, tolerance }) => ({
    answer,
    tolerance,
    fraction: Math.max(-100, Math.min(100, share)),
  }));
  const { answer, tolerance } = main;
  return { kind: 'number', answer, tolerance, ...(partial.length > 0 && { partial }) };
}

function overlaps(one: NumberForm, other: NumberForm): boolean {
  return !(Math.abs(one.answer - other.answer) > (one.tolerance + other.tolerance) * (1 + 1e-9));
}
