import type { LabRun } from '#contract/courses/labs';
import type { Verdict } from '#domain/labs/verdict';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

/** How long to wait before a submission is asked for again, in ms: a class that waits together must not be a load. */
const POLL_MS = [300, 500, 800, 1200, 2000, 2000, 3000, 3000, 5000];

type Step =
  | { readonly kind: 'queued'; readonly place: number }
  /** `idle`: there is no submission any more, nor another one. */
  | { readonly kind: 'judging' | 'unjudged' | 'idle' }
  | { readonly kind: 'judged'; readonly verdict: Verdict };

/** Failures that end with a connection, a sign-in, or a pause. */
const WAITED_FOR: ReadonlySet<string> = new Set(['UNREACHABLE', 'SIGN_IN_REQUIRED', 'RATE_LIMITED']);
/** A lab that the learner can't open any more has no submission to show. */
const GONE: ReadonlySet<string> = new Set([
  'LAB_NOT_FOUND',
  'TIER_REQUIRED',
  'NOT_ENROLLED',
  'SECTION_LOCKED',
]);
/** After so many other failures in a row, nothing is waited for. */
const MAX_FAILURES = 8;

/**
 * What becomes of a submission, step by step until it is judged or can't be; ends early by `signal`. One that a newer
 * submission replaced is followed in that one. A lost connection and a session that ended are waited for.
 */
export async function* followRun(
  api: Api,
  { runId, sectionId }: { runId: string; sectionId: string },
  signal: AbortSignal,
): AsyncGenerator<Step> {
  let id = runId;
  let failures = 0;
  for (let round = 0; failures < MAX_FAILURES; round += 1) {
    const ms = POLL_MS[Math.min(round, POLL_MS.length - 1)] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, ms));
    const run = await findRun(api, { runId: id, sectionId }, signal);
    if (signal.aborted) return;
    if (run === null) {
      yield { kind: 'idle' };
      return;
    }
    if (typeof run === 'string') {
      if (!WAITED_FOR.has(run)) failures += 1;
      continue;
    }
    failures = 0;
    id = run.id;
    if (run.state === 'done' && run.verdict) {
      yield { kind: 'judged', verdict: run.verdict };
      return;
    }
    if (run.state === 'failed') break;
    if (run.state === 'queued') yield { kind: 'queued', place: run.place };
    if (run.state === 'running') yield { kind: 'judging' };
  }
  yield { kind: 'unjudged' };
}

/** A submission, or the latest one if it is gone; null if there is none any more, and the code of what failed. */
async function findRun(
  api: Api,
  { runId, sectionId }: { runId: string; sectionId: string },
  signal: AbortSignal,
): Promise<LabRun | string | null> {
  const run = await api.labs.run({ runId }, { signal }).catch(codeOf);
  if (run !== 'RUN_NOT_FOUND') return run;
  const lab = await api.labs.get({ id: sectionId }, { signal }).catch(codeOf);
  if (typeof lab !== 'string') return lab.run;
  return GONE.has(lab) ? null : lab;
}

function codeOf(error: unknown): string {
  return failureCode(error) ?? 'UNREACHABLE';
}
