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

/**
 * What becomes of a submission, step by step until it is judged or can't be; ends early by `signal`. One that a newer
 * submission replaced is followed in that one. A lost connection and a session that ended are waited for.
 */
export async function* followRun(
  api: Api,
  { runId, sectionId }: { runId: string; sectionId: string },
  signal: AbortSignal,
): AsyncGenerator<Step> {
  let id: string | null = runId;
  for (let round = 0; ; round += 1) {
    const ms = POLL_MS[Math.min(round, POLL_MS.length - 1)] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, ms));
    const run = await api.labs.run({ runId: id }, { signal }).catch(codeOf);
    if (signal.aborted) return;
    if (run === 'RUN_NOT_FOUND') {
      id = await latestRun(api, { runId: id, sectionId });
      if (signal.aborted) return;
      if (id === null) {
        yield { kind: 'idle' };
        return;
      }
      continue;
    }
    if (typeof run === 'string') continue;
    if (run.state === 'done' && run.verdict) {
      yield { kind: 'judged', verdict: run.verdict };
      return;
    }
    if (run.state === 'failed') {
      yield { kind: 'unjudged' };
      return;
    }
    if (run.state === 'queued') yield { kind: 'queued', place: run.place };
    if (run.state === 'running') yield { kind: 'judging' };
  }
}

/** The submission to follow instead of one that is gone; the same again while that can't be known. */
async function latestRun(
  api: Api,
  { runId, sectionId }: { runId: string; sectionId: string },
): Promise<string | null> {
  const lab = await api.labs.get({ id: sectionId }).catch(codeOf);
  if (typeof lab !== 'string') return lab.run?.id ?? null;
  return lab === 'UNREACHABLE' || lab === 'SIGN_IN_REQUIRED' ? runId : null;
}

function codeOf(error: unknown): string {
  return failureCode(error) ?? 'UNREACHABLE';
}
