import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asksBeforeLeaving } from './asks-before-leaving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form with changes of which all are being saved. */
function rig() {
  const form = { isDirty: true };
  const save = Promise.withResolvers<void>();
  const answers: boolean[] = [];
  const guarded = () => ({
    dirty: () => form.isDirty,
    isSent: () => true,
    settled: () => save.promise,
  });
  void asksBeforeLeaving(guarded).then((asks) => answers.push(asks));
  return { answers, form, save };
}

test('who leaves during a save waits for its answer', async () => {
  const { answers, form, save } = rig();
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toEqual([]);
  form.isDirty = false;
  save.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(answers).toEqual([false]);
});

test('who leaves during a save that is refused, or takes long, is asked', async () => {
  const refused = rig();
  refused.save.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(refused.answers).toEqual([true]);
  const slow = rig();
  await vi.advanceTimersByTimeAsync(6000);
  expect(slow.answers).toEqual([true]);
});

test('where a draft is kept nobody waits, and where nothing is being saved one is asked at once', async () => {
  const [dirty, isSent] = [() => true, () => true];
  expect(await asksBeforeLeaving(() => ({ dirty, isSent }))).toBe(false);
  expect(await asksBeforeLeaving(() => ({ dirty }))).toBe(true);
  expect(await asksBeforeLeaving(() => ({ dirty: () => false }))).toBe(false);
});
