import { expect, onTestFinished, test, vi } from 'vitest';
import { dismissFailures, dismissToast, toast, toasts } from './toast.ts';

test('at most four toasts are shown, the oldest leaves first', () => {
  for (const title of ['1', '2', '3', '4', '5']) toast({ title });
  expect(toasts.current().map((one) => one.title)).toEqual(['2', '3', '4', '5']);
  for (const { id } of toasts.current()) dismissToast(id);
  expect(toasts.current()).toEqual([]);
});

test('a success takes away the failures that were there to be seen before it, and no other', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    for (const { id } of toasts.current()) dismissToast(id);
  });
  toast({ title: 'Kept' });
  toast({ title: 'Could not save', variant: 'destructive' });
  vi.advanceTimersByTime(1500);
  toast({ title: 'Something else failed', variant: 'destructive' });
  vi.advanceTimersByTime(100);
  expect(toasts.current()).toHaveLength(3);
  toast({ title: 'Saved' });
  expect(toasts.current().map(({ title }) => title)).toEqual(['Kept', 'Something else failed', 'Saved']);
});

test('what says the same again takes the place of the earlier, but not what one can undo, nor another text', () => {
  onTestFinished(() => {
    for (const { id } of toasts.current()) dismissToast(id);
  });
  const undone: string[] = [];
  const removed = (name: string) =>
    toast({ title: 'Removed', action: { label: 'Undo', run: () => undone.push(name) } });
  removed('first');
  removed('second');
  toast({ title: 'Saved', description: 'Changes combined' });
  const earlier = toasts.current().at(-1)?.id;
  toast({ title: 'Saved', description: 'Something else' });
  toast({ title: 'Saved', description: 'Changes combined' });
  expect(toasts.current().map(({ title, description }) => [title, description])).toEqual([
    ['Removed', undefined],
    ['Removed', undefined],
    ['Saved', 'Something else'],
    ['Saved', 'Changes combined'],
  ]);
  expect(toasts.current().at(-1)?.id).not.toBe(earlier);
  for (const { action } of toasts.current()) action?.run();
  expect(undone).toEqual(['first', 'second']);
});

test('who listens hears of every change until it stops', () => {
  let heard = 0;
  const stop = toasts.subscribe(() => {
    heard += 1;
  });
  toast({ title: 'Saved' });
  stop();
  dismissToast(toasts.current()[0]?.id ?? 0);
  expect(heard).toBe(1);
});

test('what was said about a failed call goes when this call succeeds, and nothing else does', () => {
  onTestFinished(() => {
    for (const { id } of toasts.current()) dismissToast(id);
  });
  toast({ title: 'Saved' });
  toast({ title: 'Bookmark failed', variant: 'destructive', call: 'PUT /api/bookmarks/1' });
  toast({ title: 'Copy failed', variant: 'destructive' });
  dismissFailures('PUT /api/bookmarks/2');
  expect(toasts.current()).toHaveLength(3);
  dismissFailures('PUT /api/bookmarks/1');
  expect(toasts.current().map(({ title }) => title)).toEqual(['Saved', 'Copy failed']);
});
