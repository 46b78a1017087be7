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
  ['1e3 + .5 * 0', `can't be read at ".5 * 0"`],
  ['ln(e)', 1],
] as const)('%s comes to %s', ([text, wanted]) => {
  if (typeof wanted === 'number') expect(evaluate(text, { a: 3, b: 4 })).toBeCloseTo(wanted, 12);
  else expect(() => evaluate(text, { a: 3, b: 4 })).toThrow(wanted);
});

test.for([
  ['', 'is incomplete'],
  ['2 +', 'is incomplete'],
  ['2 2', 'has an unexpected "2"'],
  ['(2', 'is missing a ")"'],
  ['2)', 'has an unexpected ")"'],
  ['1 / 0', "doesn't give a number"],
  ['sqrt(-1)', "doesn't give a number"],
  ['c', 'uses an unknown name "c"'],
  ['constructor', 'uses an unknown name "constructor"'],
  ['__proto__', "can't be read"],
  ['toString()', 'uses an unknown function "toString"'],
  ['constructor(1)', 'uses an unknown function "constructor"'],
  ['process.exit(1)', "can't be read"],
  ['a => a', "can't be read"],
  ['`1`', "can't be read"],
  ['sqrt(1, 2)', 'gives "sqrt" 2 numbers, but it takes 1'],
  ['9'.repeat(301), 'is longer than 300 characters'],
  ['('.repeat(299), 'is nested too deeply'],
  ['-'.repeat(299), 'is nested too deeply'],
  ['9^9^9^9', "doesn't give a number"],
] as const)('%s is refused: it %s', ([text, words]) => {
  expect(() => evaluate(text)).toThrow(words);
  expect(() => evaluate(text)).toThrow(ExpressionFault);
});

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
