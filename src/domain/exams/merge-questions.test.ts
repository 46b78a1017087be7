import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf } from '../merge-versions.ts';
import { mergeQuestions } from './merge-questions.ts';

const word = fc.constantFrom('a', 'b', 'c');
const option = fc.record({ text: word, correct: fc.boolean() });
const form = fc.record({
  tags: fc.uniqueArray(word),
  question: fc.record({
    id: fc.constant('q-1'),
    kind: fc.constant('single'),
    prompt: word,
    points: fc.integer({ min: 1, max: 3 }),
    explanation: word,
    options: fc.array(option, { minLength: 1, maxLength: 3 }),
  }),
});

const single = {
  tags: ['sums'],
  question: {
    id: 'q-1',
    kind: 'single',
    prompt: 'Which?',
    points: 1,
    explanation: 'So.',
    options: [{ text: 'This', correct: true }],
  },
};
const withQuestion = <Form extends { question: object }>(whole: Form, changes: object): Form => ({
  ...whole,
  question: { ...whole.question, ...changes },
});
const asked = (...[base, mine, theirs]: [typeof single, typeof single, typeof single]) =>
  mergeQuestions(base, mine, theirs).conflicts.map(keyOf);

test('what only one of two changed is taken, whoever it was', () => {
  fc.assert(
    fc.property(form, form, (base, changed) => {
      expect(mergeQuestions(base, changed, base)).toEqual({ merged: changed, conflicts: [] });
      expect(mergeQuestions(base, base, changed)).toEqual({ merged: changed, conflicts: [] });
    }),
  );
});

test('every field is what one of the two wrote, and theirs where theirs was chosen', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { conflicts, merged } = mergeQuestions(base, mine, theirs);
      for (const name of ['prompt', 'points', 'explanation', 'options'] as const)
        expect([mine.question[name], theirs.question[name]]).toContainEqual(merged.question[name]);
      const choices = Object.fromEntries(conflicts.map((path) => [keyOf(path), 'theirs' as const]));
      const settled = mergeQuestions(base, mine, theirs, choices).merged;
      if ('answers' in choices) expect(settled.question.options).toEqual(theirs.question.options);
      if ('tags' in choices) expect(settled.tags).toEqual(theirs.tags);
    }),
  );
});

test('prompt, points, explanation, tags and options come together', () => {
  const mine = { ...withQuestion(single, { prompt: 'Which one?', points: 2 }), tags: ['sums', 'easy'] };
  const options = [...single.question.options, { text: 'That', correct: false }];
  const theirs = withQuestion(single, { explanation: 'Because.', options });
  expect(mergeQuestions(single, mine, theirs)).toEqual({
    merged: withQuestion(mine, { explanation: 'Because.', options }),
    conflicts: [],
  });
});

test('two lists of options are one question to the author, not many', () => {
  const change = (text: string) => withQuestion(single, { options: [{ text, correct: true }] });
  expect(asked(single, change('One'), change('Other'))).toEqual(['answers']);
});

test('a question of another kind is one field with everything in it', () => {
  const { options: _, ...rest } = single.question;
  const theirs = { tags: ['sums'], question: { ...rest, kind: 'true-false', answer: true } };
  const mine = withQuestion(single, { explanation: 'Mine.' });
  const { conflicts, merged } = mergeQuestions<{ tags: string[]; question: typeof rest }>(
    single,
    mine,
    theirs,
  );
  expect(conflicts).toEqual([['question']]);
  expect(merged).toEqual(mine);
  const settled = mergeQuestions<{ tags: string[]; question: typeof rest }>(single, mine, theirs, {
    question: 'theirs',
  });
  expect(settled.merged).toEqual(theirs);
  expect(
    mergeQuestions<{ tags: string[]; question: typeof rest }>(single, { ...single, tags: ['mine'] }, theirs),
  ).toEqual({ merged: { ...theirs, tags: ['mine'] }, conflicts: [] });
});

test('a text with gaps or changing numbers is never put beside the answers of somebody else', () => {
  const gaps = withQuestion(single, { kind: 'gaps', gaps: [{ answers: ['a'], wrong: [] }] });
  const two = {
    gaps: [
      { answers: ['a'], wrong: [] },
      { answers: ['b'], wrong: [] },
    ],
  };
  expect(asked(gaps, withQuestion(gaps, { prompt: 'Once (1)' }), withQuestion(gaps, two))).toEqual([
    'answers',
  ]);
  expect(asked(gaps, withQuestion(gaps, { points: 3 }), withQuestion(gaps, two))).toEqual([]);
  const parameters = [{ name: 'a', from: 1, to: 2, step: 1 }];
  const numbers = withQuestion(single, { parameters });
  expect(asked(single, withQuestion(single, { explanation: 'Mine' }), numbers)).toEqual(['answers']);
});
