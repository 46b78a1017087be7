import type { FolderImport, FolderImportItem } from '#contract/courses/folders';
import { isRunning } from '#domain/courses/folder-import';
import { cut } from '#domain/cut';
import { m } from '../../../../messages/messages.js';
import type { FolderImportRow, FolderReport } from './folder-import-sql.ts';
import type { FolderReports } from './import-folders.ts';

/** Something that runs says so every ten seconds. */
export const BEAT_MS = 10_000;
const DEAD_MS = 60_000;
const INTERRUPTED = m.imports_the_server_was_restarted_meanwhile_check_the;
const MAX_LINES = 100;

/** A process that works on an import and has reported nothing since then is gone. */
export function deadSince(now: Date): Date {
  return new Date(now.getTime() - DEAD_MS);
}

export function isDead({ claimed_at, state, touched_at }: FolderImportRow, now: Date): boolean {
  return isRunning(state) && claimed_at !== null && touched_at < deadSince(now);
}

/** An import as its page shows it; one whose process ended in the middle has failed. */
export function toFolderImport(row: FolderImportRow, now: Date): FolderImport {
  const dead = isDead(row, now);
  return {
    id: row.upload_id,
    name: row.name,
    state: dead ? 'failed' : row.state,
    done: row.done,
    total: row.total,
    isPartial: (dead && row.state === 'importing') || (row.state === 'failed' && row.report.items.length > 0),
    faults: dead ? [INTERRUPTED()] : [...row.report.faults],
    items: [...row.report.items],
    startedAt: row.started_at.toISOString(),
  };
}

export function reportOf({ banks, courses }: FolderReports): FolderReport {
  const items = [
    ...banks.map((report) => ({ ...report, kind: 'bank' as const, changes: undefined })),
    ...courses.map((report) => ({ ...report, kind: 'course' as const })),
  ].map(
    ({ changes, drift, kind, outcome, slug, warnings }): FolderImportItem => ({
      kind,
      slug,
      outcome,
      changes: capped(drift ?? changes ?? []),
      warnings: capped(warnings ?? []),
    }),
  );
  return { faults: [], items };
}

export function faultsOf(faults: readonly string[]): FolderReport {
  return { faults: capped(faults), items: [] };
}

/** Nobody reads more; each of them can be as long as a line of a file. */
function capped(lines: readonly string[]): string[] {
  const shown = lines.slice(0, MAX_LINES).map((line) => cut(line, 500));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, m.reports_and_more({ number: more })] : shown;
}
