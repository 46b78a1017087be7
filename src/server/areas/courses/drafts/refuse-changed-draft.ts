import { Failure } from '#server/failure';
import type { DraftRow } from './draft-sql.ts';
import { toDraft } from './to-draft.ts';

/** Fails with the draft as it is now where it is another one than somebody saw. One that is gone is no conflict: nothing is lost by it. */
export function refuseChangedDraft(
  stored: DraftRow | undefined,
  seen: number | null,
  code: 'VERSION_CONFLICT' | 'STATE_CHANGED' = 'VERSION_CONFLICT',
): void {
  if (stored && stored.version !== seen) throw new Failure(code, { data: { current: toDraft(stored) } });
}
