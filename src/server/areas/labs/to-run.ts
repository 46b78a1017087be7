import type { KeptLabRun, ListedLabRun } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { ListedRunRow, RunRow } from './sql.ts';

export function toRun({ files, id, place, queued_at, state, verdict }: RunRow): KeptLabRun {
  return { id, state, place, verdict, files, submittedAt: queued_at.toISOString() };
}

export function toListedRun(
  { id, place, queued_at, state, verdict }: ListedRunRow,
  files: LabFiles | undefined,
): ListedLabRun {
  const brief = verdict && { ...verdict, results: [...verdict.results] };
  return { id, state, place, verdict: brief, submittedAt: queued_at.toISOString(), ...(files && { files }) };
}
