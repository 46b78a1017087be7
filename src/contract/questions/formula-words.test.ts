import { expect, test } from 'vitest';
import { parameterFault } from '#domain/exams/parameters';
import { patternFault } from '#domain/exams/pattern/pattern-fault';
import { parameterWords, patternWords } from './formula-words.ts';

test.for([
  ['1 +', 'an expression is incomplete'],
  ['1 / 0', "an expression doesn't give a number"],
  ['a $ 1', `an expression can't be read at "$ 1"`],
  ['sin(1, 2)', 'an expression gives "sin" 2 numbers, but it takes 1'],
  ['round(1, 2, 3)', 'an expression gives "round" 3 numbers, but it takes 1 to 2'],
  ['(1', 'an expression is missing a ")"'],
  ['x', 'an expression uses an unknown name "x"'],
  ['run(1)', 'an expression uses an unknown function "run"'],
] as const)('the formula %s: %s', ([answer, words]) => {
  const question = { id: 'q', kind: 'number', prompt: '', explanation: '', points: 1, answer } as const;
  const problem = parameterFault({ ...question, tolerance: 0 });
  expect(problem && parameterWords(problem)).toBe(words);
});

test.for([
  ['(a', 'has a ( without a matching )'],
  ['a)', 'has a ) without a matching ('],
  ['[a', 'has a [ without a matching ]'],
  ['[]', 'has an empty []'],
  ['a\\', 'ends with a single \\'],
  ['$', 'has an unexpected $; use \\$ to match the character itself'],
  ['\\b', "uses \\b, which isn't supported"],
  ['[z-a]', 'has the range z-a in the wrong order'],
] as const)('the pattern %s: %s', ([source, words]) => {
  const problem = patternFault(source);
  expect(problem && patternWords(problem)).toBe(words);
});
