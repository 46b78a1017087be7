import { LATE_DAYS } from '#domain/exams/attempts/late-answer';
import { m } from '#web/lib/messages.ts';
import type { LateSent } from './send-late.ts';

/** What became of the answers that waited in this browser; empty where there were none. */
export function sentWords({ kept, refused, unsent }: LateSent): string {
  return [
    unsent > 0 && m.late_unsent({ count: unsent }),
    kept > 0 && m.late_waiting({ count: kept }),
    refused > 0 && m.late_refused({ count: refused, days: LATE_DAYS }),
  ]
    .filter(Boolean)
    .join(' ');
}
