import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerFingerprint, differingAnswers } from './answer-fingerprint.ts';

test('an answer has one fingerprint whatever the order of its parts, and no answer has none', () => {
  expect(answerFingerprint({ a: '1', b: '2', c: '' })).toBe(answerFingerprint({ b: '2', a: '1' }));
  for (const nothing of [undefined, '', '  ', [], {}, { a: '' }]) expect(answerFingerprint(nothing)).toBe('');
});

test('other answers have other fingerprints', () => {
  const answer = fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()));
  fc.assert(
    fc.property(answer, answer, (one, other) => {
      const isSame = answerFingerprint(one) === answerFingerprint(other);
      const plain = (it: typeof one) =>
        answerFingerprint(it) &&
        JSON.stringify(
          typeof it === 'object' && !Array.isArray(it)
            ? Object.entries(it)
                .filter(([, part]) => part !== '')
                .sort(([a], [b]) => (a < b ? -1 : 1))
            : it,
        );
      expect(isSame).toBe(plain(one) === plain(other));
    }),
  );
  expect(answerFingerprint(['one', 'two'])).not.toBe(answerFingerprint(['two', 'one']));
});

test('what is missing on either side differs', () => {
  expect(differingAnswers({ a: '1', b: '2' }, { b: '2', c: '3' })).toEqual(['a', 'c']);
  expect(differingAnswers({ a: '' }, {})).toEqual([]);
});
