import { expect, test } from 'vitest';
import { canTakeExam } from './can-take-exam.ts';

test('a visitor is asked to sign in even where the course is free', () => {
  expect(
    canTakeExam({ kind: 'visitor' }, { subscriptionLevel: 'free', openTo: 'everyone', enrolled: false }),
  ).toEqual({
    allowed: false,
    reason: 'sign-in-required',
  });
});
