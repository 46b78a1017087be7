const MAX_AT_ONCE = 200;
/** For what many people write at one moment: a statement costs several times what each row of it costs. */
export const GATHER_MS = 8;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface Batching {
  /**
   * After several questions that were asked together, waits until as many are there as came meanwhile and were answered, but not
   * longer than this: whoever was answered asks next. Left out, it asks at once.
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
  let gathered: { readonly count: number; readonly end: () => void } | undefined;
  const gather = async (count: number, ms: number): Promise<void> => {
    if (waiting.length >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    gathered = { count, end: resolve };
    await promise;
    gathered = undefined;
    clearTimeout(timer);
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
      if (gatherMs !== undefined && batch.length > 1) {
        await gather(Math.min(batch.length + waiting.length, MAX_AT_ONCE), gatherMs);
      }
    }
    isAsking = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (gathered && waiting.length >= gathered.count) gathered.end();
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
