export const SECTION_ORDERS = ['free', 'in-order'] as const;
export type SectionOrder = (typeof SECTION_ORDERS)[number];

export const LOCK_REASONS = ['prerequisite', 'opens-at', 'section-first'] as const;

/** Why a learner cannot open a section yet. */
export type SectionLock =
  | { readonly reason: 'prerequisite' }
  | { readonly reason: 'opens-at'; readonly at: Date }
  | { readonly reason: 'section-first'; readonly sectionId: string };

/** What an author demands of the learners of a course. */
export interface CourseRules {
  readonly sectionOrder: SectionOrder;
  /** Whether another course must be completed first, and is not. */
  readonly lacksPrerequisite: boolean;
}

export interface SectionRules {
  readonly id: string;
  /** Whether the course is complete only with it. */
  readonly counts: boolean;
  readonly opensAt: Date | null;
  /** Days since the enrolment. */
  readonly opensAfterDays: number | null;
  readonly started: boolean;
  readonly done: boolean;
}

const DAY = 86_400_000;

/**
 * Which sections are locked for a learner, and why: the course that comes first, then the date, then the order. What was
 * started stays open whatever an author changes afterwards, and whoever completed the course reads it in any order.
 */
export function sectionLocks(
  { lacksPrerequisite, sectionOrder }: CourseRules,
  sections: readonly SectionRules[],
  learner: { readonly enrolledAt: Date; readonly isComplete: boolean; readonly now: Date },
): Map<string, SectionLock> {
  const locks = new Map<string, SectionLock>();
  let missing: string | null = null;
  for (const section of sections) {
    const lock = lockOf(section);
    if (lock && !section.started && !section.done) locks.set(section.id, lock);
    if (sectionOrder === 'in-order' && section.counts && !section.done) missing ??= section.id;
  }
  return locks;

  function lockOf(section: SectionRules): SectionLock | null {
    if (lacksPrerequisite) return { reason: 'prerequisite' };
    const at = opening(section, learner.enrolledAt);
    if (at && at > learner.now) return { reason: 'opens-at', at };
    if (missing !== null && !learner.isComplete) return { reason: 'section-first', sectionId: missing };
    return null;
  }
}

/** When a section opens for somebody; null when it was never closed. */
export function opening(
  { opensAfterDays, opensAt }: Pick<SectionRules, 'opensAt' | 'opensAfterDays'>,
  enrolledAt: Date,
): Date | null {
  const times = [
    ...(opensAt ? [opensAt.getTime()] : []),
    ...(opensAfterDays === null ? [] : [enrolledAt.getTime() + opensAfterDays * DAY]),
  ];
  return times.length === 0 ? null : new Date(Math.max(...times));
}
