import type { Storage } from '#server/platform/storage';

const KEEP_MS = 15_000;
const ANSWER_WITHIN_MS = 2000;

interface StoreHealthOptions {
  readonly keepMs?: number;
  readonly answerWithinMs?: number;
}

export type StoreState = 'ok' | 'unreachable';

/**
 * Tells whether the object store can be used; undefined where files are in a folder. It is asked at most every 15 s, however
 * often somebody wants to know, and one that hangs for 2 s counts as unreachable.
 */
export function storeHealth(
  { check }: Pick<Storage, 'check'>,
  { answerWithinMs = ANSWER_WITHIN_MS, keepMs = KEEP_MS }: StoreHealthOptions = {},
): () => Promise<StoreState | undefined> {
  if (!check) return async () => undefined;
  let kept: { state: Promise<StoreState>; at: number } | undefined;
  const ask = (): Promise<StoreState> =>
    check(answerWithinMs).then(
      () => 'ok',
      () => 'unreachable',
    );
  return () => {
    if (!kept || performance.now() - kept.at >= keepMs) kept = { state: ask(), at: performance.now() };
    return kept.state;
  };
}
