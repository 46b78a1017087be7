import { expect, test } from 'vitest';
import { NOTICE_KINDS } from './kinds.ts';
import { type MailSwitches, mailsAllowed } from './mail-switches.ts';

const ON: MailSwitches = {
  master: true,
  courseUpdates: true,
  signups: true,
  subscriptions: true,
  marketing: false,
};
const stopped = (switches: MailSwitches) => NOTICE_KINDS.filter((kind) => !mailsAllowed(switches, kind));

test('with everything on every notice is mailed', () => {
  expect(stopped(ON)).toEqual([]);
});

test('each switch stops its own kind, the master all of them', () => {
  expect(stopped({ ...ON, courseUpdates: false })).toEqual(['course-published']);
  expect(stopped({ ...ON, signups: false })).toEqual(['new-user']);
  expect(stopped({ ...ON, subscriptions: false })).toEqual(['tier-changed']);
  expect(stopped({ ...ON, master: false })).toEqual(NOTICE_KINDS);
});
