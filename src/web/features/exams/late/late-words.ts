import type { LateState } from '#domain/exams/attempts/late-answer';
import { m } from '#web/lib/messages.ts';

export const LATE_WORDS: Readonly<Record<LateState, () => string>> = {
  waiting: m.late_state_waiting,
  accepted: m.late_state_accepted,
  declined: m.late_state_declined,
};
