import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { ExpressionFault } from './expression.ts';

test.for([
  ['2 + 3 * 4', 14],
  ['(2 + 3) * 4', 20],
  ['2 - 3 - 4', -5],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['2 ^ -1', 0.5],
  ['7 % 3', 1],
  ['-7 % 3', 2],
  ['{a} * {b}', 12],
  ['a*b', 12],
  ['{a}^2', 9],
  ['round(2 / 3, 2)', 0.67],
  ['round(1.005, 2)', 1.01],
  ['max(1, a, 2) + min(4, 5)', 7],
  ['sqrt(16) + abs(-2)', 6],
  ['ln(e)', 1],
] as const)('%s comes to %s', ([text, wanted]) => {
  expect(evaluate(text, { a: 3, b: 4 })).toBeCloseTo(wanted, 12);
});

test.for([
  ['', { code: 'incomplete' }],
  ['2 +', { code: 'incomplete' }],
  ['2 2', { code: 'unexpected', token: '2' }],
  ['(2', { code: 'missing', token: ')' }],
  ['2)', { code: 'unexpected', token: ')' }],
  ['1 / 0', { code: 'no-number' }],
  ['sqrt(-1)', { code: 'no-number' }],
  ['1e3 + .5 * 0', { code: 'unreadable', text: '.5 * 0' }],
  ['c', { code: 'unknown-name', name: 'c' }],
  ['constructor', { code: 'unknown-name', name: 'constructor' }],
  ['__proto__', { code: 'unreadable' }],
  ['toString()', { code: 'unknown-function', name: 'toString' }],
  ['constructor(1)', { code: 'unknown-function', name: 'constructor' }],
  ['process.exit(1)', { code: 'unreadable' }],
  ['a => a', { code: 'unreadable' }],
  ['`1`', { code: 'unreadable' }],
  ['sqrt(1, 2)', { code: 'wrong-count', name: 'sqrt', given: 2, least: 1, most: 1 }],
  ['9'.repeat(301), { code: 'too-long', most: 300 }],
  ['('.repeat(299), { code: 'too-deep' }],
  ['-'.repeat(299), { code: 'too-deep' }],
  ['9^9^9^9', { code: 'no-number' }],
] as const)('%s is refused: %o', ([text, problem]) => {
  expect(problemOf(text)).toMatchObject(problem);
});

function problemOf(text: string): unknown {
  try {
    return evaluate(text);
  } catch (error) {
    return error instanceof ExpressionFault ? error.problem : error;
  }
}

interface Made {
  readonly text: string;
  readonly value: number;
}

test('what is put together from parts comes to what the parts come to', () => {
  const { tree } = fc.letrec<{ tree: Made; leaf: Made; pair: Made }>((tie) => ({
    tree: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('pair')),
    leaf: fc.integer({ min: 0, max: 50 }).map((value) => ({ text: String(value), value })),
    pair: fc
      .tuple(tie('tree'), fc.constantFrom<'+' | '-' | '*'>('+', '-', '*'), tie('tree'))
      .map(([left, sign, right]) => ({
        text: `(${left.text} ${sign} ${right.text})`,
        value: {
          '+': left.value + right.value,
          '-': left.value - right.value,
          '*': left.value * right.value,
        }[sign],
      })),
  }));
  fc.assert(
    fc.property(tree, ({ text, value }) => {
      fc.pre(text.length <= 300);
      expect(evaluate(text)).toBeCloseTo(value, 6);
    }),
  );
});

test('whatever is typed is a number or a fault in words, at once', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789+-*/%^(), .abcexpsqrt{}=_$'), maxLength: 80 }),
      (text) => {
        try {
          expect(evaluate(text, { a: 1 })).toSatisfy(Number.isFinite);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionFault);
        }
      },
    ),
    { numRuns: 500 },
  );
});
