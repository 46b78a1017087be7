import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { replyInTime } from '../attempt/reply-in-time.ts';
import { sendLeft } from '../attempt/send-left.ts';
import { readWaiting, waitedFor, waitingAttempts } from '../attempt/waiting-answers.ts';
import { type LateSent, sendLate } from './send-late.ts';

/** What waits longer than this, in ms, no page of its exam is sending: one that is open tries again every few seconds. */
const LEFT_MS = 10_000;

export interface KeptSent extends LateSent {
  /** Answers to attempts that are still open, which are saved and count. */
  readonly saved: number;
  /** Answers to questions that an open attempt went on from, which nobody takes any more. */
  readonly passed: number;
}

/**
 * Sends what this browser kept of the attempts of the signed-in person: to the marker where an attempt ended, and where it is
 * open, saves it. What cannot be taken from here is noted in `hopeless` and not tried again: attempts of somebody else wait for
 * them, and refused answers for the page of their exam, which shows them.
 */
export async function sendKept(api: Api, hopeless: Set<string>): Promise<KeptSent> {
  const all = { saved: 0, passed: 0, kept: 0, refused: 0, unsent: 0 };
  for (const id of waitingAttempts()) {
    if (waitingFor(id, hopeless) === 0) continue;
    const state = await stateOf(api, id);
    if (state === 'foreign') hopeless.add(id);
    if (state === 'unknown') all.unsent += waitingFor(id, hopeless);
    const isOver = state === 'ended' || (state === 'open' && (await sendOpen(api, { id, hopeless, all })));
    if (!isOver) continue;
    const sent = await sendLate(api, id);
    all.kept += sent.kept;
    all.refused += sent.refused;
    all.unsent += sent.unsent;
  }
  return all;
}

/** Saves answers to an open attempt; answers whether it turned out to have ended meanwhile. */
async function sendOpen(
  api: Api,
  { all, hopeless, id }: { id: string; hopeless: Set<string>; all: Record<keyof KeptSent, number> },
): Promise<boolean> {
  try {
    await sendLeft(api, {
      id,
      isDue: (writer, left) => waitedFor(left) >= LEFT_MS && !hopeless.has(nameOf(id, writer, left)),
      onSettled: (state, writer, left) => {
        if (state === 'saved' || state === 'passed') all[state] += 1;
        if (state === 'refused') hopeless.add(nameOf(id, writer, left));
      },
    });
  } catch (error) {
    if (failureCode(error) === 'ATTEMPT_CLOSED') return true;
  }
  all.unsent += waitingFor(id, hopeless);
  return false;
}

/** How many answers to an attempt are to be sent from here. */
function waitingFor(id: string, hopeless: ReadonlySet<string>): number {
  if (hopeless.has(id)) return 0;
  return readWaiting(id).reduce(
    (sum, [writer, waiting]) =>
      sum + Object.values(waiting).filter((left) => !hopeless.has(nameOf(id, writer, left))).length,
    0,
  );
}

function nameOf(id: string, writer: string, { seq }: { seq: number }): string {
  return `${id} ${writer} ${seq}`;
}

/** Reading an attempt whose time ran out ends it. */
async function stateOf(api: Api, id: string): Promise<'open' | 'ended' | 'foreign' | 'unknown'> {
  try {
    return (await api.exams.attempt({ id }, { signal: replyInTime() })).result === null ? 'open' : 'ended';
  } catch (error) {
    return failureCode(error) === 'ATTEMPT_NOT_FOUND' ? 'foreign' : 'unknown';
  }
}
