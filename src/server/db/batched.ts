import { setTimeout as wait } from 'node:timers/promises';

const MAX_AT_ONCE = 200;
/** How often it is waited for more questions at most. */
const MAX_WAITS = 5;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface Batching {
  /**
   * After several questions that were asked together, waits so long before it asks again, and again while more come: their
   * callers have just been answered, and ask next. Left out, it asks at once.
   */
  readonly gatherMs?: number;
}

/**
 * Asks together what arrives in one turn of the event loop, or while an answer is awaited: under load many callers share a
 * round trip. `ask` answers in the order of the questions; its failure is the failure of all of them.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { gatherMs }: Batching = {},
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let isAsking = false;
  const gather = async (ms: number): Promise<void> => {
    for (let waits = 0, known = -1; waits < MAX_WAITS && waiting.length > known; waits += 1) {
      known = waiting.length;
      await wait(ms);
    }
  };
  const askNext = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_AT_ONCE);
      waiting = waiting.slice(MAX_AT_ONCE);
      try {
        const answers = await ask(batch.map(({ question }) => question));
        batch.forEach(({ resolve }, index) => {
          resolve(answers[index] as Answer);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (gatherMs !== undefined && batch.length > 1) await gather(gatherMs);
    }
    isAsking = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isAsking) return;
      isAsking = true;
      setImmediate(askNext);
    });
}

/** The same for each database (or what else is asked): those who ask one share its batches. */
export function batchedBy<Place extends object, Question, Answer>(
  askAt: (place: Place) => (questions: readonly Question[]) => Promise<readonly Answer[]>,
  batching?: Batching,
): (place: Place) => (question: Question) => Promise<Answer> {
  const places = new WeakMap<Place, (question: Question) => Promise<Answer>>();
  return (place) => {
    const known = places.get(place) ?? batched(askAt(place), batching);
    places.set(place, known);
    return known;
  };
}
