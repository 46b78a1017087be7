import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { dismissToast, toasts } from '#web/lib/toast.ts';
import { toastFailedRestore } from './toast-failed-restore.ts';

const refused = (code: 'BAD_INPUT' | 'VERSION_CONFLICT', fields: Record<string, string>) =>
  new ApiError({ code, status: 400, message: 'Refused', requestId: 'r', fields, data: null });

test('a version that cannot be restored says what is wrong with it today', () => {
  onTestFinished(() => {
    for (const { id } of toasts.current()) dismissToast(id);
  });
  const said = (failure: unknown) => {
    toastFailedRestore(failure);
    return toasts.current().at(-1);
  };
  const lost = { 'content.0.exam.draws.0.bank': 'This question bank was deleted.' };
  const { title, ...rest } = said(refused('BAD_INPUT', lost)) ?? {};
  expect(rest).toMatchObject({ description: 'This question bank was deleted.', variant: 'destructive' });
  expect(said(refused('BAD_INPUT', {}))).toMatchObject({ title });
  expect(said(refused('VERSION_CONFLICT', {}))?.title).not.toBe(title);
});
