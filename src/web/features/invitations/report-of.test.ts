import { expect, test } from 'vitest';
import type { InviteLine } from '#contract/administration/invitations';
import { inviteesOf, reportOf } from './report-of.ts';

const line = (number: number, email: string, outcome: InviteLine['outcome']): InviteLine => ({
  line: number,
  email,
  tier: 'basic',
  role: 'user',
  outcome,
});

test('after inviting, each line keeps its number, and those that were faulty stay in the report', () => {
  const checked = [
    line(2, 'not an address', 'bad-address'),
    line(3, 'grace@school.test', 'ok'),
    line(4, 'ada@school.test', 'ok'),
  ];
  expect(inviteesOf(checked).map(({ email }) => email)).toEqual(['grace@school.test', 'ada@school.test']);
  const sent = [line(1, 'grace@school.test', 'already-invited'), line(2, 'ada@school.test', 'ok')];
  expect(reportOf(checked, sent)).toEqual([
    line(2, 'not an address', 'bad-address'),
    line(3, 'grace@school.test', 'already-invited'),
    line(4, 'ada@school.test', 'ok'),
  ]);
});
