export interface Company {
  /** So many at once at most. */
  readonly most: number;
  /** Nobody waits longer for the others. */
  readonly waitMs: number;
}

/**
 * Runs work at once, and lets what ends while more of it is under way end together: what follows it then runs in a row, and can
 * share a statement. Work that is alone ends as soon as it's done.
 */
export function endingTogether({
  most,
  waitMs,
}: Company): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let underWay = 0;
  let held: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    clearTimeout(timer);
    timer = undefined;
    const all = held;
    held = [];
    for (const end of all) end();
  };
  const wait = () =>
    new Promise<void>((resolve) => {
      held.push(resolve);
      if (underWay === 0 || held.length >= most) release();
      else timer ??= setTimeout(release, waitMs);
    });
  return async (work) => {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      await wait();
    }
  };
}
