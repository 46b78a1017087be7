import type { Verdict } from '#domain/labs/verdict';
import type { Api } from '#web/lib/api/api-client.ts';

/** How long to wait before a submission is asked for again, in ms: a class that waits together must not be a load. */
const POLL_MS = [300, 500, 800, 1200, 2000, 2000, 3000, 3000, 5000];
/** Asked in vain so often in a row, it is given up. */
const MAX_FAILURES = 5;

type Step =
  | { readonly kind: 'queued'; readonly place: number }
  | { readonly kind: 'judging' | 'unjudged' }
  | { readonly kind: 'judged'; readonly verdict: Verdict };

/** What becomes of a submission, step by step until it is judged or can't be; ends early by `signal`. */
export async function* followRun(api: Api, runId: string, signal: AbortSignal): AsyncGenerator<Step> {
  let failures = 0;
  for (let round = 0; ; round += 1) {
    const ms = POLL_MS[Math.min(round, POLL_MS.length - 1)] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, ms));
    const run = await api.labs.run({ runId }, { signal }).catch(() => null);
    if (signal.aborted) return;
    failures = run ? 0 : failures + 1;
    if (run?.state === 'done' && run.verdict) {
      yield { kind: 'judged', verdict: run.verdict };
      return;
    }
    if (run?.state === 'failed' || failures > MAX_FAILURES) {
      yield { kind: 'unjudged' };
      return;
    }
    if (run?.state === 'queued') yield { kind: 'queued', place: run.place };
    if (run?.state === 'running') yield { kind: 'judging' };
  }
}
