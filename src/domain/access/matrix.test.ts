import { expect, test } from 'vitest';
import { TIERS, type Tier } from '../tiers.ts';
import { ACCESS_LEVELS, canCall } from './can-call.ts';
import { canComment } from './comments/can-comment.ts';
import { canEnrol } from './content/can-enrol.ts';
import { canOpenCourse } from './content/can-open-course.ts';
import { canReadExamFile } from './content/can-read-exam-file.ts';
import { canReadSection } from './content/can-read-section.ts';
import { canTakeExam } from './content/can-take-exam.ts';
import type { Decision } from './decision.ts';
import { canResetSecondFactor } from './people/can-reset-second-factor.ts';
import { type Member, VISITOR, type Viewer } from './viewer.ts';

function member(tier: Tier, isAdmin = false): Member {
  const unasked = { sessionId: 's', name: 'A', email: 'a@school.test', avatarUrl: null };
  return { kind: 'member', userId: 'own', tier, isAdmin, twoFactorEnabled: false, ...unasked };
}
const VIEWERS: readonly Viewer[] = [VISITOR, ...TIERS.map((tier) => member(tier)), member('free', true)];
const OPEN = { openTo: 'everyone', enrolled: false } as const;
const word = (decision: Decision) => (decision.allowed ? 'yes' : decision.reason);

test('the whole table: who may call what is declared for whom', () => {
  const table = ACCESS_LEVELS.map((level) => VIEWERS.map((viewer) => word(canCall(viewer, level))));
  expect(table).toEqual([
    ['yes', 'yes', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'yes', 'yes', 'yes', 'yes'],
    ['sign-in-required', ...Array(3).fill('administrator-required'), 'yes'],
  ]);
});

test('the whole table: who may open a course of which tier', () => {
  const table = TIERS.map((subscriptionLevel) =>
    VIEWERS.map((viewer) => word(canOpenCourse(viewer, { subscriptionLevel, ...OPEN }))),
  );
  expect(table).toEqual([
    ['yes', 'yes', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'tier-required', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'tier-required', 'tier-required', 'yes', 'yes'],
  ]);
  expect(canOpenCourse(VISITOR, { subscriptionLevel: 'basic', ...OPEN })).toEqual({
    allowed: false,
    reason: 'sign-in-required',
  });
  expect(canOpenCourse(member('basic'), { subscriptionLevel: 'premium', ...OPEN })).toMatchObject({
    tier: 'premium',
  });
});

test('the whole table: to whom a course in which state is there at all', () => {
  const OPENINGS = ['everyone', 'learners', 'nobody'] as const;
  const table = (enrolled: boolean) =>
    OPENINGS.map((openTo) =>
      VIEWERS.map((viewer) => word(canOpenCourse(viewer, { subscriptionLevel: 'free', openTo, enrolled }))),
    );
  const admins = [...Array(4).fill('not-open'), 'yes'];
  expect(table(false)).toEqual([Array(5).fill('yes'), admins, admins]);
  expect(table(true)).toEqual([Array(5).fill('yes'), ['not-open', ...Array(4).fill('yes')], admins]);
  // What is not there says nothing of its tier either.
  const draft = { subscriptionLevel: 'premium', openTo: 'nobody', enrolled: false } as const;
  expect(VIEWERS.map((viewer) => word(canOpenCourse(viewer, draft)))).toEqual(admins);
  for (const rule of [canEnrol, canTakeExam, canComment])
    expect(VIEWERS.map((viewer) => word(rule(viewer, draft)))).toEqual(admins);
});

test('the whole table: who may read a section, and a sample, of a course of which tier', () => {
  const table = (isSample: boolean, openTo: 'everyone' | 'learners' | 'nobody' = 'everyone') =>
    TIERS.map((subscriptionLevel) =>
      VIEWERS.map((viewer) =>
        word(canReadSection(viewer, { subscriptionLevel, openTo, enrolled: false }, { isSample })),
      ),
    );
  expect(table(true)).toEqual(Array(3).fill(Array(5).fill('yes')));
  expect(table(false)).toEqual([
    ['yes', 'yes', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'tier-required', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'tier-required', 'tier-required', 'yes', 'yes'],
  ]);
  // A sample of what is not open is no sample.
  const admins = [...Array(4).fill('not-open'), 'yes'];
  for (const openTo of ['learners', 'nobody'] as const)
    expect(table(true, openTo)).toEqual(Array(3).fill(admins));
});

test('the whole table: who may take an exam of which tier', () => {
  const table = TIERS.map((subscriptionLevel) =>
    VIEWERS.map((viewer) => word(canTakeExam(viewer, { subscriptionLevel, ...OPEN }))),
  );
  expect(table).toEqual([
    ['sign-in-required', 'yes', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'tier-required', 'yes', 'yes', 'yes'],
    ['sign-in-required', 'tier-required', 'tier-required', 'yes', 'yes'],
  ]);
});

test('a file of an exam is read by whoever handed it in and by who marks', () => {
  const reads = (candidateId: string) =>
    VIEWERS.map((viewer) => word(canReadExamFile(viewer, { candidateId })));
  expect(reads('own')).toEqual(['sign-in-required', 'yes', 'yes', 'yes', 'yes']);
  expect(reads('other')).toEqual(['sign-in-required', ...Array(3).fill('administrator-required'), 'yes']);
});

test('the second factor of others is turned off by administrators, the own one not in this way', () => {
  const resets = (userId: string) => VIEWERS.map((viewer) => word(canResetSecondFactor(viewer, { userId })));
  const refused = ['sign-in-required', ...Array(3).fill('administrator-required')];
  expect(resets('other')).toEqual([...refused, 'yes']);
  expect(resets('own')).toEqual([...refused, 'own-account']);
});

test('a refusal is a refusal with a reason, never half of one', () => {
  for (const viewer of VIEWERS)
    for (const level of ACCESS_LEVELS) {
      const decision = canCall(viewer, level);
      expect(Object.keys(decision).sort()).toEqual(decision.allowed ? ['allowed'] : ['allowed', 'reason']);
    }
});
