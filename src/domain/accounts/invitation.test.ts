import { expect, test } from 'vitest';
import { invitationState } from './invitation.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-21T12:00:00Z');
const dates = { acceptedAt: null, withdrawnAt: null, expiresAt: later };

test('an invitation is open until it is accepted, withdrawn, or its time is over', () => {
  expect(invitationState(dates, now)).toBe('open');
  expect(invitationState({ ...dates, expiresAt: now }, now)).toBe('expired');
  expect(invitationState({ ...dates, expiresAt: now, acceptedAt: now }, now)).toBe('accepted');
  expect(invitationState({ ...dates, expiresAt: now, withdrawnAt: now }, now)).toBe('withdrawn');
});
