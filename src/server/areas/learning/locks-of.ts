import { type SectionLock, sectionLocks } from '#domain/learning/section-lock';
import type { ProgressRow } from './sql.ts';

/** The sections of a course that are locked for a learner now. Who is not enrolled is answered as if enrolled now. */
export function locksOf(row: ProgressRow, now: Date): Map<string, SectionLock> {
  return sectionLocks(
    { sectionOrder: row.section_order, lacksPrerequisite: row.prerequisite?.done === false },
    row.sections.map(({ opens_after_days, opens_at, ...section }) => ({
      ...section,
      opensAt: opens_at === null ? null : new Date(opens_at),
      opensAfterDays: opens_after_days,
    })),
    { enrolledAt: row.enrolled_at ?? now, isComplete: row.completed_at !== null, now },
  );
}
