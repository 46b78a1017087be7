import type { Answer } from '#domain/exams/kinds/kind';

/** A reply that takes longer, in ms, is asked for again: it may be a dead line that brings none. */
export const REPLY_MS = 20_000;
/** Characters a ms that the slowest line still carries. */
const SLOWEST = 2;

/** Gives a call up whose reply does not come, so that it can be made again; a long answer has longer to arrive. */
export function replyInTime(answer: Answer = ''): AbortSignal {
  return AbortSignal.timeout(REPLY_MS + Math.ceil(JSON.stringify(answer).length / SLOWEST));
}
