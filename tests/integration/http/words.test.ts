import { expect } from 'vitest';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

test('a call without a session is told that it is missing', async ({ db }) => {
  const { ask } = await openSchool(db);
  const response = await ask('visitor', 'GET', '/api/notifications');
  expect(response.status).toBe(401);
  const { code, message } = (await response.json()) as { code: string; message: string };
  expect(code).toBe('SIGN_IN_REQUIRED');
  expect(message).toMatch(/^Auth session missing!/);
});

test('the API says what is not there in the words of the specification', async ({ db }) => {
  const { ask } = await openSchool(db);
  const nothing = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  const category = { name: 'Data', description: '' };
  const plan = { name: 'Team', tier: 'basic', price: '5', description: '', features: [] };
  for (const [method, path, body, words] of [
    ['PUT', `/categories/${nothing}`, category, 'Category not found'],
    ['DELETE', `/categories/${nothing}`, undefined, 'Category not found'],
    ['GET', `/plans/${nothing}`, undefined, 'Subscription plan not found'],
    ['PUT', `/plans/${nothing}`, { ...plan, version: 1 }, 'Subscription plan not found'],
    ['DELETE', `/plans/${nothing}`, undefined, 'Subscription plan not found'],
    ['GET', `/courses/${nothing}`, undefined, 'Course not found'],
  ] as const) {
    const response = await ask('admin', method, `/api/admin${path}`, { body });
    const { message } = (await response.json()) as { message: string };
    expect([method, path, response.status, message]).toEqual([method, path, 404, words]);
  }
});
