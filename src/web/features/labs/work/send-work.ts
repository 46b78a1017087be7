import type { LabWork } from '#contract/courses/labs';
import { fingerprint } from '#domain/fingerprint';
import type { LabFiles } from '#domain/labs/lab-spec';
import { failureCode } from '#web/lib/api/api-error.ts';
import { currentOf } from '#web/lib/api/current-of.ts';
import { isSameFiles } from './kept-work.ts';
import type { Now } from './work.ts';

interface Sending {
  readonly put: (files: LabFiles, baseVersion: number) => Promise<{ version: number }>;
  /** Before each request, and after each that leaves something unsaved. */
  readonly onUnsaved: () => void;
  readonly onSaved: (saved: LabWork) => void;
}

/**
 * Sends until the server has all; answers its version, or null while the learner is asked. A conflict with what this page sent
 * itself, whose answer was lost, is none: the work is sent again on that version. Rejects as `put` does.
 */
export async function sendWork(now: Now, { onSaved, onUnsaved, put }: Sending): Promise<number | null> {
  while (!now.isSaved) {
    if (now.isHeld) return null;
    const { files: sent, unanswered: before } = now;
    now.unanswered = withSent(before, sent);
    onUnsaved();
    try {
      const { version } = await put(sent, now.version);
      Object.assign(now, { version, isSaved: isSameFiles(sent, now.files), unanswered: [] });
      if (!now.isSaved) onUnsaved();
      onSaved({ files: sent, version });
    } catch (error) {
      if (failureCode(error) === 'UNREACHABLE') throw error;
      now.unanswered = before;
      const current = currentOf<LabWork>(error);
      if (!current || !before.includes(fingerprintOf(current.files))) throw error;
      Object.assign(now, { version: current.version, unanswered: [] });
    }
  }
  return now.version;
}

/** What is sent is unanswered until the answer is here. */
export function withSent(unanswered: readonly string[], files: LabFiles): string[] {
  return [...new Set([...unanswered, fingerprintOf(files)])];
}

function fingerprintOf(files: LabFiles): string {
  return fingerprint(JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
