import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Reply } from '../load.ts';
import { checkReplies } from './check-replies.ts';

const reply = (value: unknown, headers: Reply['headers'] = {}): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});
const UNREAD = { path: '/api/notifications/unread' };

test('a reply that is not what the contract states is told with its place', () => {
  const { faultIn, parsed } = checkReplies();
  expect(faultIn(UNREAD, reply({ count: 'three' }))).toMatch(/^not what the contract states: count: /);
  expect(faultIn({ path: '/api/nobody-knows-this' }, reply({}))).toBe(
    "a reply that the contract doesn't state",
  );
  expect([...parsed]).toEqual([['notifications.unread', 1]]);
});

test('of one kind a reply is parsed now and then, whatever its address and its query', () => {
  let time = 0;
  const { faultIn, parsed } = checkReplies(() => time);
  const wrong = reply({ wrong: true });
  expect(faultIn({ path: '/api/courses/sql' }, wrong)).not.toBeNull();
  expect(faultIn({ path: '/api/courses/http' }, wrong)).toBeNull();
  expect(faultIn({ path: '/api/courses?q=a/b' }, wrong)).not.toBeNull();
  time = 10_000;
  expect(faultIn({ path: '/api/courses/http' }, wrong)).not.toBeNull();
  expect([...parsed]).toEqual([
    ['courses.get', 2],
    ['courses.list', 1],
  ]);
});

test('compressed replies are opened; failures, pages, and files are left alone', () => {
  const { faultIn, parsed } = checkReplies();
  const whole = reply({ count: 3 });
  expect(
    faultIn(UNREAD, {
      ...whole,
      headers: { ...whole.headers, 'content-encoding': 'br' },
      body: brotliCompressSync(whole.body),
    }),
  ).toBeNull();
  expect(parsed.size).toBe(1);
  expect(faultIn(UNREAD, { ...reply({}), status: 409 })).toBeNull();
  expect(faultIn({ path: '/api/admin/users.csv' }, reply('', { 'content-type': 'text/csv' }))).toBeNull();
  expect(faultIn({ path: '/nothing-is-here' }, reply('', { 'content-type': 'text/html' }))).toBeNull();
});
