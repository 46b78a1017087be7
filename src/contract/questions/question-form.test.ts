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
