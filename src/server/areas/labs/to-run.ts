import type { KeptLabRun } from '#contract/courses/labs';
import type { RunRow } from './sql.ts';

export function toRun({ files, id, place, queued_at, state, verdict }: RunRow): KeptLabRun {
  return { id, state, place, verdict, files, submittedAt: queued_at.toISOString() };
}
