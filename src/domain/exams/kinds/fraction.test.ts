import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradeExam } from '../results/grade-exam.ts';
import { rightFractions } from './fraction.ts';
import type { Answer } from './kind.ts';
import { kindOf, type Question } from './kinds.ts';

const HEAD = { id: 'q', prompt: 'What?', explanation: '', points: 3 };
const percent = fc.constantFrom(-100, -50, -33.33333, -25, 0, 5, 25, 33.33333, 50, 66.66667, 100);
const shares = fc.array(percent, { minLength: 2, maxLength: 8 });

function choice(kind: 'single' | 'multiple', fractions: readonly number[]): Question {
  const right = rightFractions(fractions, kind === 'single');
  const options = fractions.map((fraction, at) => ({
    text: `option ${at}`,
    fraction,
    correct: right[at] === true,
  }));
  return { ...HEAD, kind, options };
}
const gradeOf = (question: Question, answer: Answer) =>
  gradeExam({ passMark: 50, questions: [question] }, new Map([['q', answer]]));
const idsOf = (question: Question) =>
  kindOf(question)
    .toPaper(question, '')
    .choices.map(({ id }) => id);

/** What Moodle stores of a percentage, and when it calls an answer wholly right. */
const SCALE = 10_000_000;
const stored = (share: number) => Math.round((share / 100) * SCALE);

test('a single choice earns what Moodle gives for the chosen option, also below nothing', () => {
  fc.assert(
    fc.property(shares, fc.nat(7), (fractions, pick) => {
      const at = pick % fractions.length;
      const question = choice('single', fractions);
      const { percent: total, points } = gradeOf(question, idsOf(question)[at] ?? '');
      const wanted = stored(fractions[at] ?? 0) / SCALE;
      expect(points / HEAD.points).toBeCloseTo(wanted, 6);
      expect(total).toBeCloseTo(100 * Math.max(0, wanted), 4);
      expect(gradeOf(question, 'no option').points).toBe(0);
    }),
  );
});

test('a multiple choice earns the sum of what is chosen, from nothing to everything, as Moodle gives it', () => {
  fc.assert(
    fc.property(shares, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (fractions, ticks) => {
      const question = choice('multiple', fractions);
      const chosen = idsOf(question).filter((_, at) => ticks[at]);
      let sum = 0;
      for (const [at, share] of fractions.entries()) if (ticks[at]) sum += stored(share);
      const wanted = sum < 0 ? 0 : sum > SCALE ? 1 : sum / SCALE;
      expect(gradeOf(question, chosen).points / HEAD.points).toBeCloseTo(wanted, 5);
      expect(gradeOf(question, [...chosen, ...chosen]).points).toBe(gradeOf(question, chosen).points);
    }),
  );
});

test('three thirds are everything, and pass an exam that asks for everything', () => {
  const question = choice('multiple', [33.33333, 33.33333, 33.33333, 0]);
  const thirds = idsOf(question).slice(0, 3);
  expect(gradeExam({ passMark: 100, questions: [question] }, new Map([['q', thirds]]))).toMatchObject({
    points: 3,
    percent: 100,
    passed: true,
  });
});

test('an option that takes points away takes them from other questions, and the percentage stops at 0', () => {
  const lost = { ...choice('single', [100, -50]), id: 'lost' };
  const won = { ...choice('single', [100, 0]), id: 'won', points: 1 };
  const pick = (question: Question, at: number) => idsOf(question)[at] ?? '';
  const both = new Map([
    ['lost', pick(lost, 1)],
    ['won', pick(won, 0)],
  ]);
  expect(gradeExam({ passMark: 0, questions: [lost, won] }, both)).toMatchObject({
    points: -0.5,
    percent: 0,
  });
});

test('without fractions, our own rule stays', () => {
  const options = ['a', 'b', 'c'].map((text, at) => ({ text, correct: at < 2 }));
  const question: Question = { ...HEAD, kind: 'multiple', options };
  const [a = '', b = '', c = ''] = idsOf(question);
  expect([[a], [a, b], [a, c], [a, b, c]].map((given) => gradeOf(question, given).points)).toEqual([
    1.5, 3, 0, 1.5,
  ]);
});

test('of the answers with partial credit the first that fits decides, before all others', () => {
  const question: Question = {
    ...HEAD,
    points: 1,
    kind: 'text',
    caseSensitive: false,
    answers: ['Paris'],
    patterns: ['par.*'],
    partial: [
      { text: 'Lyon', fraction: 25 },
      { text: 'Paris', fraction: 100 },
      { pattern: 'p.*', fraction: 50 },
    ],
  };
  const given = ['paris', ' LYON', 'Pau', 'Parma', 'Rome', ''];
  expect(given.map((each) => gradeOf(question, each).points)).toEqual([1, 0.25, 0.5, 0.5, 0, 0]);
});

test('wrong choices of a matching question are offered, and earn nothing', () => {
  const pairs = [
    { left: 'cat', right: 'mouse' },
    { left: 'bee', right: 'honey' },
  ];
  const question: Question = { ...HEAD, points: 2, kind: 'match', pairs, wrong: ['stone', 'mouse'] };
  const paper = kindOf(question).toPaper(question, 'seed');
  expect(paper.choices.map(({ text }) => text).sort()).toEqual(['honey', 'mouse', 'stone']);
  const stone = paper.choices.find(({ text }) => text === 'stone')?.id ?? '';
  const [cat = '', bee = ''] = paper.places.map(({ id }) => id);
  const key = kindOf(question).toKey(question) as Record<string, string>;
  expect(gradeOf(question, { ...key, [cat]: stone, [bee]: key[bee] ?? '' }).points).toBe(1);
});
