import type { Api } from '#web/lib/api/api-client.ts';
import { replyInTime } from './reply-in-time.ts';
import { isPassed, isRefusal, type WaitingAnswer } from './send-answers.ts';
import { forgetWaiting, readWaiting, waitedFor } from './waiting-answers.ts';

/**
 * Every repetition says again how long the answer waited: repeated as it was, it would seem newer than what others gave since.
 * The attempt says whose answer it is, and the refusal of anybody else's that somebody else is here.
 */
const ONCE = { context: { once: true, owner: null } };

/** `newer`: the server has it, and another device gave something later. `refused`: it will never be taken, and stays here. */
export type LeftState = 'saved' | 'newer' | 'passed' | 'refused';

interface Left {
  readonly id: string;
  /** Whether this is to be sent now; what is not stays. */
  readonly isDue: (writer: string, left: WaitingAnswer) => boolean;
  readonly onSettled: (state: LeftState, writer: string, left: WaitingAnswer) => void;
}

/**
 * Sends what pages left behind at an open attempt, under their own names and numbers: what the server has already is kept once,
 * so that a page that is still there may send the same. Throws what is no refusal, and the rest stays.
 */
export async function sendLeft(api: Api, { id, isDue, onSettled }: Left): Promise<void> {
  for (const [writer, waiting] of readWaiting(id))
    for (const [question, given] of Object.entries(waiting)) {
      const left = { question, ...given };
      if (!isDue(writer, left)) continue;
      const state = await settle(api, id, writer, left);
      if (state !== 'refused') forgetWaiting(id, writer, left);
      onSettled(state, writer, left);
    }
}

async function settle(api: Api, id: string, writer: string, left: WaitingAnswer): Promise<LeftState> {
  try {
    const { counts } = await saveAnswer(api, id, writer, left);
    return counts ? 'saved' : 'newer';
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    if (isPassed(error)) return 'passed';
    throw error;
  }
}

export function saveAnswer(
  api: Api,
  id: string,
  writer: string,
  { answer, question, seq, ...times }: WaitingAnswer,
) {
  const given = { question, answer: mutable(answer), waited: waitedFor(times) };
  return api.exams.save({ id, writer, seq, ...given }, { ...ONCE, signal: replyInTime(answer) });
}

function mutable(answer: WaitingAnswer['answer']): string | string[] | Record<string, string> {
  return answer as string | string[] | Record<string, string>;
}
