/** Workers that take jobs whenever there are some. */
export interface Lane {
  /** There may be new jobs: idle workers look. */
  wake(): void;
  /** Resolves when no worker has a job left. */
  idle(): Promise<void>;
  /** Lets the jobs in hand end, gives back what was claimed and not started, and takes no more. */
  stop(): Promise<void>;
}

export interface LaneOptions<Job> {
  /** How many jobs are worked on at one time. */
  readonly workers: number;
  /** Takes the next jobs, so that nobody else has them; none: there is nothing to do. */
  readonly claim: () => Promise<readonly Job[]>;
  readonly work: (job: Job) => Promise<void>;
  /** Gives jobs back that were claimed and not started. */
  readonly release: (jobs: readonly Job[]) => Promise<void>;
  readonly pollMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Works on jobs, several at one time; looks for them at once, whenever it is woken, and every `pollMs`. */
export function startLane<Job>(options: LaneOptions<Job>): Lane {
  const { claim, onFailure, pollMs, release, work, workers } = options;
  const claimed: Job[] = [];
  const active = new Set<Promise<void>>();
  let claiming: Promise<boolean> | undefined;
  let wakes = 0;
  let isStopped = false;

  /** Claims for all workers together; answers whether it is worth looking again. */
  const refill = async (): Promise<boolean> => {
    const seen = wakes;
    const jobs = await claim();
    claimed.push(...jobs);
    // Woken meanwhile: what was written since then was not seen.
    return jobs.length > 0 || seen !== wakes;
  };
  const next = async (): Promise<Job | undefined> => {
    while (!isStopped) {
      const job = claimed.shift();
      if (job !== undefined) return job;
      claiming ??= refill().finally(() => {
        claiming = undefined;
      });
      if (!(await claiming)) return undefined;
    }
    return undefined;
  };
  const labor = async (): Promise<void> => {
    for (let job = await next(); job !== undefined; job = await next()) await work(job);
  };
  const wake = (): void => {
    if (isStopped) return;
    wakes += 1;
    while (active.size < workers) {
      const worker: Promise<void> = labor()
        .catch(onFailure)
        .finally(() => active.delete(worker));
      active.add(worker);
    }
  };
  const idle = async (): Promise<void> => {
    while (active.size > 0) await Promise.all(active);
  };
  const timer = setInterval(wake, pollMs).unref();
  wake();
  return {
    wake,
    idle,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const giveBack = async () => {
        if (claimed.length > 0) await release(claimed.splice(0));
      };
      // Not after the jobs in hand, which may take longer than we have; after them for what was being claimed meanwhile.
      await giveBack();
      await idle();
      await giveBack();
    },
  };
}
