import type { Api } from '#web/lib/api-client.ts';
import { failureCode } from '#web/lib/api-error.ts';
import { waitingAttempts } from '../waiting-answers.ts';
import { countUnsent, type LateSent, sendLate } from './send-late.ts';

/**
 * Sends what this browser kept of all ended attempts of whoever is signed in. What belongs to an attempt that is still open is
 * sent by its page, which shows it. What is somebody else's waits for them: it is noted in `foreign`, and not asked for again.
 */
export async function sendEnded(api: Api, foreign: Set<string>): Promise<LateSent> {
  const all = { kept: 0, refused: 0, unsent: 0 };
  for (const id of waitingAttempts()) {
    if (foreign.has(id)) continue;
    const ended = await hasEnded(api, id, foreign);
    if (ended === null) all.unsent += countUnsent(id);
    if (!ended) continue;
    const sent = await sendLate(api, id);
    all.kept += sent.kept;
    all.refused += sent.refused;
    all.unsent += sent.unsent;
  }
  return all;
}

/** Reading an attempt whose time ran out ends it. Null: the server could not be asked. */
async function hasEnded(api: Api, id: string, foreign: Set<string>): Promise<boolean | null> {
  try {
    return (await api.exams.attempt({ id })).result !== null;
  } catch (error) {
    if (failureCode(error) !== 'ATTEMPT_NOT_FOUND') return null;
    foreign.add(id);
    return false;
  }
}
