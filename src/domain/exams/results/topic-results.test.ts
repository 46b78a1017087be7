import { expect, test } from 'vitest';
import { missedTopics, topicResults } from './topic-results.ts';

const asked = (id: string, tags: string[], lesson?: string) => ({ id, tags, lesson });
const result = (id: string, points: number) => ({ id, points, maxPoints: 1 });
const QUESTIONS = [
  asked('a', ['joins'], 'joins'),
  asked('b', ['joins', 'null'], 'null'),
  asked('c', ['joins'], 'joins'),
  asked('d', ['null'], 'null'),
  asked('e', [], 'indexes'),
];
const RESULT = [result('a', 1), result('b', 0), result('c', 1), result('d', 1), result('e', 0.5)];

test('each topic has its share of the points, what was missed, and the lessons of that alone', () => {
  expect(topicResults(QUESTIONS, RESULT, { showsAnswers: true })).toEqual([
    { tag: 'joins', questions: 3, level: 'fair', percent: 66, missed: ['b'], lessons: ['null'] },
    { tag: 'null', questions: 2, level: 'fair', percent: 50, missed: ['b'], lessons: ['null'] },
    { tag: null, questions: 1, level: 'fair', percent: 50, missed: ['e'], lessons: ['indexes'] },
  ]);
});

test('while answers are not shown a topic has a level of three and all its lessons, and small ones say nothing', () => {
  const hidden = topicResults(QUESTIONS, RESULT, { showsAnswers: false });
  expect(hidden).toEqual([
    { tag: 'joins', questions: 3, level: 'fair', percent: null, missed: [], lessons: ['joins', 'null'] },
  ]);
  // Which one of them was missed makes no difference.
  const other = [result('a', 0), result('b', 1), result('c', 1), result('d', 0), result('e', 1)];
  expect(topicResults(QUESTIONS, other, { showsAnswers: false })).toEqual(hidden);
});

test('a topic that went well has nothing to read again while answers are not shown', () => {
  const all = QUESTIONS.map(({ id }) => result(id, 1));
  expect(topicResults(QUESTIONS, all, { showsAnswers: false })).toMatchObject([
    { level: 'good', lessons: [] },
  ]);
});

test('what was missed is practiced, by topic', () => {
  expect(missedTopics(topicResults(QUESTIONS, RESULT, { showsAnswers: true }))).toEqual(['joins', 'null']);
  expect(missedTopics(topicResults(QUESTIONS, RESULT, { showsAnswers: false }))).toEqual(['joins']);
  const all = QUESTIONS.map(({ id }) => result(id, 1));
  expect(missedTopics(topicResults(QUESTIONS, all, { showsAnswers: true }))).toEqual([]);
});

test('an exam without topics and lessons has none', () => {
  expect(topicResults([{ id: 'a' }], [result('a', 0)], { showsAnswers: true })).toEqual([]);
});
