import { evaluate } from './arithmetic/evaluate.ts';
import { ExpressionFault, type ExpressionProblem, type Values } from './arithmetic/expression.ts';
import type { Asked, Parameter } from './kinds/kind.ts';
import { kindOf, type Question } from './kinds/kinds.ts';
import { scramble } from './scramble.ts';

const PLACE = /\{=([^{}]*)\}|\{([a-z][a-z0-9_]*)\}/gi;
/** Fields that are no text of the author's. */
const NO_TEXTS = new Set(['answer', 'code', 'id', 'kind', 'lesson', 'parameters', 'points', 'tags']);
/** As many as a number keeps; what adding up decimals leaves behind them is lost. */
const DECIMALS = 9;
/** How many draws are tried before a question is said to be sound. */
const TRIALS = 60;
/**
 * How often numbers are drawn for one question, until each of its expressions takes them and no two of its texts that have to
 * differ are alike.
 */
const MAX_DRAWS = 20;

export type ParameterProblem = { readonly code: 'same-names' | 'same-texts' } | ExpressionProblem;

/** The numbers of a question for a seed: the same every time. */
export function drawValues({ id, parameters = [] }: Asked, seed: string): Values {
  return Object.fromEntries(
    parameters.map(({ from, name, step, to }) => {
      const steps = Math.floor((to - from) / step + 1e-9) + 1;
      const value = from + step * (scramble(`${seed} ${id} ${name}`) % steps);
      return [name, Number(value.toFixed(DECIMALS))];
    }),
  );
}

/** A question with its numbers in place. Throws ExpressionFault where one of its expressions comes to nothing. */
export function withValues<Of extends Question>(question: Of, values: Values): Of {
  const placed = Object.keys(values).length === 0 ? question : place(question, values);
  const { parameters: _, ...rest } = placed;
  const bare = rest as Of;
  return (kindOf(bare).withValues?.(bare, values) ?? bare) as Of;
}

interface DrawnQuestion<Of extends Question> {
  readonly question: Of;
  readonly values: Values;
}

/**
 * A question with the numbers of a seed in place: the same every time. Numbers that one of its expressions can't take, or that
 * make two of its texts alike which have to differ, are drawn again. Throws ExpressionFault where none can be taken.
 */
export function drawQuestion<Of extends Question>(question: Of, seed: string): DrawnQuestion<Of> {
  let found = drawOnce(question, seed);
  for (let again = 1; again < MAX_DRAWS && !isSound(found); again += 1)
    found = drawOnce(question, `${seed} ${again}`);
  if (found instanceof ExpressionFault) throw found;
  return found;
}

function drawOnce<Of extends Question>(question: Of, seed: string): DrawnQuestion<Of> | ExpressionFault {
  const values = drawValues(question, seed);
  try {
    return { question: withValues(question, values), values };
  } catch (error) {
    if (error instanceof ExpressionFault) return error;
    throw error;
  }
}

function isSound(drawn: DrawnQuestion<Question> | ExpressionFault): boolean {
  return !(drawn instanceof ExpressionFault) && !hasSameTexts(drawn.question);
}

/** What is wrong with the parameters and expressions of a question; null when nothing is. */
export function parameterFault(question: Question): ParameterProblem | null {
  const { parameters = [] } = question;
  const names = parameters.map(({ name }) => name);
  if (new Set(names).size < names.length) return { code: 'same-names' };
  try {
    withValues(question, edge(parameters, 0));
    if (names.length === 0) return null;
    withValues(question, edge(parameters, 1));
    for (let trial = 2; trial < TRIALS; trial += 1) {
      // An author is told of numbers that don't fit, although attempts would do without them.
      withValues(question, drawValues(question, String(trial)));
      if (hasSameTexts(drawQuestion(question, String(trial)).question)) return { code: 'same-texts' };
    }
    return null;
  } catch (error) {
    if (error instanceof ExpressionFault) return error.problem;
    throw error;
  }
}

function hasSameTexts(question: Question): boolean {
  const lists = kindOf(question).distinct?.(question) ?? [];
  return lists.some((texts) => new Set(texts).size < texts.length);
}

function edge(parameters: readonly Parameter[], trial: number): Values {
  return Object.fromEntries(parameters.map(({ from, name, to }) => [name, trial === 0 ? from : to]));
}

function place<Value>(value: Value, values: Values): Value {
  if (typeof value === 'string') return placeIn(value, values) as Value;
  if (Array.isArray(value)) return value.map((each) => place(each, values)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, NO_TEXTS.has(name) ? each : place(each, values)]),
  ) as Value;
}

function placeIn(text: string, values: Values): string {
  return text.replace(PLACE, (whole, expression: string | undefined, name: string | undefined) => {
    if (expression !== undefined) return String(tidy(evaluate(expression, values)));
    return name !== undefined && Object.hasOwn(values, name) ? String(values[name]) : whole;
  });
}

/** Without what decimals lose when they are added up. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
