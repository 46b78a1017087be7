import { expressionWords } from '#contract/questions/formula-words';
import { cut } from '#domain/cut';
import { evaluate } from '#domain/exams/arithmetic/evaluate';
import { ExpressionFault, type Values } from '#domain/exams/arithmetic/expression';
import type { Parameter } from '#domain/exams/kinds/kind';
import { drawValues } from '#domain/exams/parameters';
import { m } from '../../../../../messages/messages.js';
import { unitOf } from '../gift/unit-of.ts';
import { htmlToText } from '../html/html-to-markdown.ts';
import { child, children, ownText, textIn } from './moodle-element.ts';
import type { Element } from './parse-xml.ts';

/** Functions that we call otherwise, and those that have the same name. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['abs', 'ceil', 'cos', 'exp', 'floor', 'max', 'min', 'round', 'sin', 'sqrt', 'tan'].map((name) => [
      name,
      name,
    ]),
  ),
  log: 'ln',
  log10: 'log',
};
const MAX_FORMULA = 300;
const MAX_DECIMALS = 6;
/** Draws of which the smallest answer says how near another must come. */
const TRIALS = 60;

/** A formula that our language cannot say; says why in words. */
class FormulaFault extends Error {
  override name = 'FormulaFault';
}

/** Numbers that each attempt draws for itself, and how formulas and texts speak of them. */
export interface Calculated {
  readonly parameters: readonly Parameter[];
  /** HTML with {a} and {= … } in it, through what makes Markdown of HTML. */
  readonly texts: (html: string, words: (html: string) => string) => string;
  readonly formula: (given: string) => string;
}

/** The numbers of a calculated question; a text says why there is no question. */
export function readCalculated(element: Element, changes: string[]): Calculated | string {
  const names = new Map<string, string>();
  const parameters: Parameter[] = [];
  for (const definition of children(child(element, 'dataset_definitions'), 'dataset_definition')) {
    const given = textIn(definition, 'name').trim();
    const name = given.toLowerCase();
    if (!/^[a-z][a-z0-9_]{0,19}$/.test(name))
      return m.imports_a_variable_has_the_unsupported_name({ given: cut(given, 20) });
    if ([...names.values()].includes(name) || ['e', 'pi'].includes(name))
      return m.imports_a_variable_is_named_which_is_reserved({ given });
    const decimals = Math.max(0, Math.trunc(Number(textIn(definition, 'decimals') || 0)));
    const [from, to] = ['minimum', 'maximum'].map((end) =>
      Number(textIn(definition, end).trim() || Number.NaN),
    );
    if (from === undefined || to === undefined || !Number.isFinite(from) || !Number.isFinite(to) || from > to)
      return m.imports_the_range_of_is_missing_or_invalid({ given });
    if (textIn(definition, 'distribution').trim() === 'loguniform')
      changes.push(m.imports_values_are_now_drawn_evenly_across_the());
    names.set(given, name);
    parameters.push({
      name,
      from,
      to,
      step: Number((10 ** -Math.min(MAX_DECIMALS, decimals)).toFixed(MAX_DECIMALS)),
    });
  }
  if (parameters.length === 0) return m.imports_it_has_no_variables();
  changes.push(m.imports_values_are_drawn_from_the_whole_range());
  const formula = (given: string) => toFormula(given, names);
  return { parameters, formula, texts: (html, words) => withPlaces(html, { formula, names, words }) };
}

/** The answer of a calculated question with what is allowed beside it; a text says why there is none. */
export function readFormula(
  element: Element,
  { formula, parameters }: Calculated,
  changes: string[],
): object | string {
  const answers = children(element, 'answer');
  const right = answers.filter(({ attributes }) => Number(attributes.fraction ?? 0) >= 100);
  const [answer] = right;
  if (!answer) return m.imports_it_has_no_correct_formula();
  if (answers.length > 1) changes.push(m.imports_only_the_first_correct_formula_was_kept());
  return orFault(() => {
    const expression = formula(htmlToText(textIn(answer, 'text')));
    const tolerance = toleranceOf(answer, { expression, parameters, changes });
    return { kind: 'number', answer: expression, tolerance, ...unitOf(element, changes) };
  });
}

/** What `work` answers; in words where a formula cannot be said. */
export function orFault<Result>(work: () => Result): Result | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormulaFault) return error.message;
    throw error;
  }
}

/** How far off is still right. Elsewhere it may be a part of the answer; here it is the same for all of them. */
function toleranceOf(
  answer: Element,
  {
    changes,
    expression,
    parameters,
  }: { expression: string; parameters: readonly Parameter[]; changes: string[] },
): number {
  const given = Math.abs(Number(ownText(child(answer, 'tolerance')) || 0));
  const isNominal = ownText(child(answer, 'tolerancetype')) === '2';
  const length = Number(ownText(child(answer, 'correctanswerlength')) || 0);
  const isDecimals = ownText(child(answer, 'correctanswerformat')) !== '2';
  // Who rounds as the answer is shown is right.
  const rounding = isDecimals && length >= 0 && length <= 9 ? 0.5 * 10 ** -length : 0;
  if (isNominal || given === 0) return Math.max(given, rounding);
  changes.push(m.imports_the_tolerance_is_now_the_same_for());
  const smallest = Math.min(...trials(parameters).map((values) => Math.abs(worth(expression, values))));
  return Math.max(Number((smallest * given).toPrecision(2)), rounding);
}

function trials(parameters: readonly Parameter[]): Values[] {
  const head = { id: 'trial', prompt: '', points: 1, explanation: '', parameters };
  return Array.from({ length: TRIALS }, (_, trial) => drawValues(head, String(trial)));
}

function formulaFault(fault: string): FormulaFault {
  return new FormulaFault(m.imports_part_has_fault({ part: m.imports_part_formula(), fault }));
}

function worth(expression: string, values: Values): number {
  try {
    return evaluate(expression, values);
  } catch (error) {
    throw formulaFault(
      error instanceof ExpressionFault ? expressionWords(error.problem) : m.imports_cant_be_read(),
    );
  }
}

/** A formula in our language. Throws FormulaFault for what it cannot say. */
function toFormula(given: string, names: ReadonlyMap<string, string>): string {
  if (given.length > MAX_FORMULA)
    throw formulaFault(m.faults_is_longer_than_characters({ number: MAX_FORMULA }));
  if (/[\^%]/.test(given)) throw formulaFault(m.imports_uses_signs_that_work_differently());
  const placed = given.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const known = names.get(name.trim());
    if (known === undefined)
      throw formulaFault(m.imports_uses_the_undefined_variable({ name: `{${cut(name, 20)}}` }));
    return ` ${known} `;
  });
  const powers = placed.replace(/\bpow\s*\(([^(),]*),([^(),]*)\)/gi, '(($1)^($2))').replace(/\*\*/g, '^');
  const constant = powers.replace(/\bpi\s*\(\s*\)/gi, 'pi');
  return constant
    .replace(/([a-z][a-z0-9_]*)\s*\(/gi, (_, name: string) => {
      const known = FUNCTIONS[name.toLowerCase()];
      if (known === undefined)
        throw formulaFault(m.faults_uses_what_isnt_supported({ text: `"${cut(name, 20)}"` }));
      return `${known}(`;
    })
    .replace(/\s+/g, ' ')
    .trim();
}

/** Signs for places, which no text holds and no conversion touches. */
const OPEN = '\ue010';
const CLOSE = '\ue011';
const PLACES = /\ue010(\d+)\ue011/g;

function withPlaces(
  html: string,
  {
    formula,
    names,
    words,
  }: {
    readonly names: ReadonlyMap<string, string>;
    readonly formula: (given: string) => string;
    readonly words: (html: string) => string;
  },
): string {
  const places: string[] = [];
  const keep = (place: string) => `${OPEN}${places.push(place) - 1}${CLOSE}`;
  const marked = html
    .replace(/[\ue010\ue011]/g, '')
    .replace(/\{=((?:[^{}]|\{[^{}]*\}){1,300})\}/g, (_, given: string) =>
      keep(`{= ${formula(htmlToText(given))} }`),
    )
    .replace(/\{([^{}=]{1,40})\}/g, (whole, name: string) => {
      const known = names.get(name.trim());
      return known === undefined ? whole : keep(`{${known}}`);
    });
  return words(marked).replace(PLACES, (_, at: string) => places[Number(at)] ?? '');
}
