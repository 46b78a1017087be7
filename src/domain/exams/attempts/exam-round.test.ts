import { expect, test } from 'vitest';
import { type ExamCertificate, isOfRound, roundStart, takenOf } from './exam-round.ts';

const now = new Date('2026-06-01T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 24 * 3_600_000);
const held: ExamCertificate = {
  issuedAt: days(-330),
  expiresAt: days(35),
  revokedAt: null,
  replacedFor: null,
};

test.for<[name: string, certificates: readonly ExamCertificate[], since: Date | null]>([
  ['no certificate', [], null],
  ['one whose end is far', [{ ...held, expiresAt: days(61) }], null],
  ['one without an end', [{ ...held, expiresAt: null }], null],
  ['one that can be renewed', [held], days(-330)],
  ['one that ended', [{ ...held, expiresAt: days(-9) }], days(-330)],
  ['one that was revoked', [{ ...held, revokedAt: days(-9) }], null],
  ['one under an old name', [{ ...held, replacedFor: 'name' }], null],
  [
    'one that was renewed, until the next can be',
    [
      { ...held, replacedFor: 'renewal' },
      { ...held, issuedAt: days(-1), expiresAt: days(364) },
    ],
    days(-330),
  ],
  ['that of the course and that of the exam', [held, { ...held, issuedAt: days(-320) }], days(-320)],
])('attempts count since the issue of what can be renewed: %s', ([, certificates, since]) => {
  expect(roundStart(certificates, now)).toEqual(since);
});

test('what was ended by then does not count, what goes on does', () => {
  expect([days(-9), days(0), days(1), null].map((end) => isOfRound(end, days(0)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(isOfRound(days(-9), null)).toBe(true);
  expect(takenOf([days(-2), days(-1), null])).toEqual({ count: 3, lastEnd: days(-1) });
  expect(takenOf([])).toEqual({ count: 0, lastEnd: null });
});
