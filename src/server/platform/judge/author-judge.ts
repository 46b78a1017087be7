import type { Judge } from './judge.ts';

/** A judge for what authors try: opened with their first lab, and for one lab at a time, so that learners wait for nobody. */
export function authorJudge(open: () => Promise<Judge>): Pick<Judge, 'judge' | 'close'> {
  let opened: Promise<Judge> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    judge(...run) {
      opened ??= open();
      const judge = opened;
      const verdict = last.then(async () => (await judge).judge(...run));
      last = verdict.catch(() => undefined);
      return verdict;
    },
    close: async () => (await opened)?.close(),
  };
}
