import { expect, test } from 'vitest';
import { emptyQuestion, KIND_NAMES } from '#domain/exams/kinds/kinds';
import { accommodationForm } from '../exams/accommodations.ts';
import { examForm, storedExamForm } from '../exams/exam-form.ts';
import { questionForm } from './question-form.ts';

test.for(KIND_NAMES)(
  '%s: what an editor begins with has the shape of its kind, and what is missing is said',
  (kind) => {
    const checked = questionForm.safeParse(emptyQuestion(kind, 'q-1'));
    const issues = checked.error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.'))).toContain('prompt');
    expect(issues.filter(({ message }) => message.startsWith('Invalid'))).toEqual([]);
  },
);

test('two items that are written alike are told so, two that are still empty are not', () => {
  const reported = (items: string[]) =>
    questionForm
      .safeParse({ ...emptyQuestion('order', 'q-1'), prompt: 'Which first?', items })
      .error?.issues.map(({ message }) => message) ?? [];
  expect(reported(['one', 'one'])).toEqual(['two items are the same']);
  expect(reported(['', ''])).not.toContain('two items are the same');
  expect(reported(['', ''])).toHaveLength(2);
});

const PAIRS = { kind: 'match', title: 'pairs', side: 'left', other: { right: 'x' }, more: {} };
const ITEMS = {
  kind: 'categorise',
  title: 'items',
  side: 'text',
  other: { category: 'x' },
  more: { categories: ['x', 'y'] },
};
test.for([PAIRS, ITEMS])(
  'two $title with the same text are refused, also where numbers always make them alike',
  (asks) => {
    const { kind, more, other, side, title } = asks;
    const reported = (texts: string[], parameters?: object[]) =>
      questionForm
        .safeParse({
          id: 'q-1',
          kind,
          prompt: 'What belongs where?',
          points: 1,
          explanation: '',
          ...(parameters && { parameters }),
          ...more,
          [title]: texts.map((text) => ({ [side]: text, ...other })),
        })
        .error?.issues.map(({ message, path }) => [path.join('.'), message]) ?? [];
    expect(reported(['one', 'two'])).toEqual([]);
    expect(reported(['one', 'two', 'one'])).toEqual([[title, 'two items are the same']]);
    // What stands on the other side may be a text of this one.
    expect(reported(['x', 'two'])).toEqual([]);
    expect(reported(['{= a - a }', '0'], [{ name: 'a', from: 2, to: 3 }])).toEqual([
      ['parameters', 'the variables make two items the same'],
    ]);
  },
);

test('an exam cannot close before it opens; one that is stored so can be read', () => {
  const settings = { opensAt: '2030-05-02T10:00:00+02:00', closesAt: '2030-05-02T08:00:00Z' };
  const exam = { passMark: 50, questions: [], settings };
  expect(examForm.safeParse(exam).error?.issues).toMatchObject([
    { path: ['settings', 'closesAt'], message: 'must be after the opening date' },
  ]);
  expect(storedExamForm.parse(exam).settings).toMatchObject(settings);
  const later = { ...settings, closesAt: '2030-05-02T08:00:01Z' };
  expect(examForm.safeParse({ ...exam, settings: later }).success).toBe(true);
});

test.for(['opensAt', 'closesAt'])('%s that is half typed is no date, whatever the other one says', (half) => {
  const dates = { opensAt: '2030-05-02T10:00:00Z', closesAt: '2030-05-03T10:00:00Z', [half]: '' };
  const exam = examForm.safeParse({ passMark: 50, questions: [], settings: dates });
  const issues = [{ path: [half], message: 'must be a date and time' }];
  expect(exam.error?.issues).toMatchObject([{ ...issues[0], path: ['settings', half] }]);
  const granted = accommodationForm.safeParse({ sectionId: null, reason: 'Ill', ...dates });
  expect(granted.error?.issues).toMatchObject(issues);
});
