import { expect } from 'vitest';
import { openSchool } from '#tests/attack/school';
import { test } from '#tests/kit/database';

test('a call without a session is told that it is missing', async ({ db }) => {
  const { ask } = await openSchool(db);
  const response = await ask('visitor', 'GET', '/api/notifications');
  expect(response.status).toBe(401);
  const { code, message } = (await response.json()) as { code: string; message: string };
  expect(code).toBe('SIGN_IN_REQUIRED');
  expect(message).toMatch(/^Auth session missing!/);
});
