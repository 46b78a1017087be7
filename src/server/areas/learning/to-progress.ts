import type { CourseProgress, SectionLockReply } from '#contract/courses/learning';
import type { SectionLock } from '#domain/learning/section-lock';
import type { Config } from '#server/config';
import { locksOf } from './locks-of.ts';
import type { ProgressRow } from './sql.ts';

/**
 * How far one is, and where to go on: where one stopped, else with the first section that is open and not done.
 * `isFree` is said of administrators, for whom nothing is locked.
 */
export function toProgress(
  row: ProgressRow,
  { isFree, labs, now }: { isFree: boolean; labs: Config['labs']; now: Date },
): CourseProgress {
  const { completed_at, enrolled, last_key, sections } = row;
  const locks = isFree ? new Map<string, SectionLock>() : locksOf(row, now);
  const counting = sections.filter(({ counts }) => counts);
  const ready = sections.filter(({ id }) => !locks.has(id));
  const stopped = ready.find(({ done, key }) => key === last_key && !done);
  const after = ready.slice(ready.findIndex(({ key }) => key === last_key) + 1);
  const open =
    stopped ?? after.find(({ done }) => !done) ?? ready.find(({ done }) => !done) ?? ready[0] ?? sections[0];
  return {
    enrolled,
    completedAt: completed_at?.toISOString() ?? null,
    done: counting.filter(({ done }) => done).length,
    total: counting.length,
    resumeKey: open?.key ?? null,
    sections: sections
      .filter(({ started }) => started)
      .map(({ done, id, position }) => ({ id, position, state: done ? 'done' : 'started' })),
    added: sections.filter(({ added, started }) => added && !started).map(({ id }) => id),
    withChecks: labs === 'off' ? [] : sections.filter(({ has_checks }) => has_checks).map(({ id }) => id),
    judged: labs === 'on',
    asOf: now.toISOString(),
    locks: [...locks].map(([id, lock]) => toLock(id, lock, row)),
  };
}

function toLock(id: string, lock: SectionLock, { prerequisite, sections }: ProgressRow): SectionLockReply {
  const first =
    lock.reason === 'section-first' ? sections.find((section) => section.id === lock.sectionId) : undefined;
  return {
    id,
    reason: lock.reason,
    opensAt: lock.reason === 'opens-at' ? lock.at.toISOString() : null,
    course: lock.reason === 'prerequisite' ? prerequisite : null,
    section: first ? { key: first.key, title: first.title } : null,
  };
}
