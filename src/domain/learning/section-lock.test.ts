import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opening, type SectionRules, sectionLocks } from './section-lock.ts';

const now = new Date('2026-03-10T12:00:00Z');
const learner = { enrolledAt: new Date('2026-03-08T12:00:00Z'), isComplete: false, now };
const free = { sectionOrder: 'free', lacksPrerequisite: false } as const;
const inOrder = { ...free, sectionOrder: 'in-order' } as const;
const section = (id: string, rules: Partial<SectionRules> = {}): SectionRules => ({
  id,
  counts: true,
  opensAt: null,
  opensAfterDays: null,
  started: false,
  done: false,
  ...rules,
});

test('without rules everything is open', () => {
  expect(sectionLocks(free, [section('a'), section('b')], learner).size).toBe(0);
});

test('in order, a section waits for the first one before it that counts and is not done', () => {
  const locks = sectionLocks(
    inOrder,
    [section('a', { done: true }), section('b'), section('c'), section('d')],
    learner,
  );
  expect([...locks]).toEqual([
    ['c', { reason: 'section-first', sectionId: 'b' }],
    ['d', { reason: 'section-first', sectionId: 'b' }],
  ]);
});

test('what does not count holds nobody up', () => {
  expect(sectionLocks(inOrder, [section('extra', { counts: false }), section('b')], learner).size).toBe(0);
});

test('whoever completed the course reads it in any order', () => {
  const sections = [section('new'), section('b', { opensAt: new Date('2026-04-01') })];
  expect([...sectionLocks(inOrder, sections, { ...learner, isComplete: true }).keys()]).toEqual(['b']);
});

test('a section opens by date, by days since the enrolment, or by the later of both', () => {
  expect(opening(section('a'), learner.enrolledAt)).toBeNull();
  expect(opening(section('a', { opensAfterDays: 3 }), learner.enrolledAt)).toEqual(
    new Date('2026-03-11T12:00:00Z'),
  );
  const both = { opensAfterDays: 3, opensAt: new Date('2026-03-20T00:00:00Z') };
  expect(opening(section('a', both), learner.enrolledAt)).toEqual(both.opensAt);
  const locks = sectionLocks(
    free,
    [section('a', { opensAfterDays: 2 }), section('b', { opensAfterDays: 3 })],
    learner,
  );
  expect([...locks]).toEqual([['b', { reason: 'opens-at', at: new Date('2026-03-11T12:00:00Z') }]]);
});

test('a course that must come first locks everything, and says so before anything else', () => {
  const locks = sectionLocks(
    { ...inOrder, lacksPrerequisite: true },
    [section('a'), section('b', { opensAfterDays: 9 })],
    learner,
  );
  expect([...locks.values()]).toEqual([{ reason: 'prerequisite' }, { reason: 'prerequisite' }]);
});

const anySection = fc.record({
  id: fc.uuid(),
  counts: fc.boolean(),
  opensAt: fc.option(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
  ),
  opensAfterDays: fc.option(fc.integer({ min: 1, max: 30 })),
  started: fc.boolean(),
  done: fc.boolean(),
});
const anyRules = fc.record({
  sectionOrder: fc.constantFrom('free' as const, 'in-order' as const),
  lacksPrerequisite: fc.boolean(),
});

test('nothing that was started is ever locked, whatever the rules become', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anySection), (rules, sections) => {
      const locks = sectionLocks(rules, sections, learner);
      expect(sections.filter(({ started, done, id }) => (started || done) && locks.has(id))).toEqual([]);
    }),
  );
});

test('nobody is stuck: with no date ahead and no course missing, something that counts is open until all is done', () => {
  fc.assert(
    fc.property(fc.array(anySection), (all) => {
      const sections = all.map((each) => ({ ...each, opensAt: null, opensAfterDays: null }));
      const locks = sectionLocks(inOrder, sections, learner);
      const left = sections.filter(({ counts, done }) => counts && !done);
      expect(left.length === 0 || left.some(({ id }) => !locks.has(id))).toBe(true);
    }),
  );
});
