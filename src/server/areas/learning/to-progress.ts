import type { CourseProgress } from '#contract/learning';
import type { ProgressRow } from './sql.ts';

/** How far one is, and where to go on: where one stopped, else with the first section that is not done. */
export function toProgress({ completed_at, enrolled, last_key, sections }: ProgressRow): CourseProgress {
  const counting = sections.filter(({ counts }) => counts);
  const stopped = sections.find(({ done, key }) => key === last_key && !done);
  const after = sections.slice(sections.findIndex(({ key }) => key === last_key) + 1);
  const open =
    stopped ?? after.find(({ done }) => !done) ?? sections.find(({ done }) => !done) ?? sections[0];
  return {
    enrolled,
    completedAt: completed_at?.toISOString() ?? null,
    done: counting.filter(({ done }) => done).length,
    total: counting.length,
    resumeKey: open?.key ?? null,
    sections: sections
      .filter(({ begun }) => begun)
      .map(({ done, id, position }) => ({ id, position, state: done ? 'done' : 'started' })),
  };
}
