export type Operator = '+' | '-' | '*' | '/' | '%' | '^';

/** An expression that was read. */
export type Node =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Node; readonly right: Node }
  | { readonly kind: 'call'; readonly name: string; readonly inputs: readonly Node[] };

/** Numbers by their names. */
export type Values = Readonly<Record<string, number>>;

/** What is wrong with an expression, as data: who shows it says it. */
export type ExpressionProblem =
  | { readonly code: 'too-long'; readonly most: number }
  | { readonly code: 'unreadable'; readonly text: string }
  | { readonly code: 'too-deep' | 'incomplete' }
  | { readonly code: 'unexpected' | 'missing'; readonly token: string }
  | { readonly code: 'unknown-function' | 'unknown-name'; readonly name: string }
  | {
      readonly code: 'wrong-count';
      readonly name: string;
      readonly given: number;
      readonly least: number;
      readonly most: number;
    }
  | { readonly code: 'no-number'; readonly values: Values };

export class ExpressionFault extends Error {
  override name = 'ExpressionFault';
  readonly problem: ExpressionProblem;

  constructor(problem: ExpressionProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

interface Callable {
  readonly least: number;
  readonly most: number;
  readonly run: (...inputs: number[]) => number;
}

const one = (run: (input: number) => number): Callable => ({ least: 1, most: 1, run });
/** Every function there is; nothing else of the program can be reached. */
export const FUNCTIONS: Readonly<Record<string, Callable>> = {
  abs: one(Math.abs),
  ceil: one(Math.ceil),
  exp: one(Math.exp),
  floor: one(Math.floor),
  ln: one(Math.log),
  log: one(Math.log10),
  log2: one(Math.log2),
  sqrt: one(Math.sqrt),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  round: {
    least: 1,
    most: 2,
    run: (input, digits = 0) => {
      const power = 10 ** Math.max(-12, Math.min(12, Math.trunc(digits)));
      // A half that is not quite one in binary still goes up: round(1.005, 2) is 1.01.
      return Math.round(Number((input * power).toPrecision(15))) / power;
    },
  },
  min: { least: 1, most: 20, run: Math.min },
  max: { least: 1, most: 20, run: Math.max },
};
export const CONSTANTS: Values = { pi: Math.PI, e: Math.E };
