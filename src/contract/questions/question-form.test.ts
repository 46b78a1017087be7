import { expect, test } from 'vitest';
import { emptyQuestion, KIND_NAMES } from '#domain/exams/kinds/kinds';
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
