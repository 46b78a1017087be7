/** How long after the deadline answers are still taken as evidence, in days. */
export const LATE_DAYS = 7;
/** Pages of one learner whose late answers to one question are kept. */
export const MAX_LATE = 3;

export const LATE_STATES = ['waiting', 'accepted', 'declined'] as const;
export type LateState = (typeof LATE_STATES)[number];

interface Ended {
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
  /** Null while it goes on. */
  readonly endedBy: 'candidate' | 'deadline' | null;
}
interface Times {
  readonly typedAt: Date;
  readonly receivedAt: Date;
}

/**
 * Whether a marker may look at an answer that came too late: the deadline ended the attempt, and the answer was typed during
 * the attempt and arrived within a week of the deadline. Whoever submitted an attempt decided what counts.
 */
export function isLateAnswer(
  { deadlineAt, endedBy, startedAt }: Ended,
  { receivedAt, typedAt }: Times,
): boolean {
  if (endedBy !== 'deadline' || !deadlineAt) return false;
  const isTypedInTime = typedAt >= startedAt && typedAt <= deadlineAt;
  return isTypedInTime && receivedAt.getTime() - deadlineAt.getTime() <= LATE_DAYS * 86_400_000;
}
