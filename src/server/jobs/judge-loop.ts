import { judgeNext } from '#server/areas/labs/judging/judge-next';
import { endLeasesOf, selectAbsentJudges } from '#server/areas/labs/judging/queue-sql';
import type { Judge } from '#server/platform/judge/judge';
import type { Services } from '#server/services';
import { watchGone } from './watch-gone.ts';
import { startWokenLoop } from './woken-loop.ts';

const POLL_MS = 5000;

interface JudgeLoopOptions {
  /** How many are judged at one time. */
  readonly slots: number;
  readonly openJudge: () => Judge;
  readonly onWake?: (wake: () => void) => () => void;
}

export interface JudgeLoop {
  stop(): Promise<void>;
}

/** Judges what waits, a few at a time. The judge is opened when the first submission comes: an idle process stays small. */
export function startJudgeLoop(
  services: Pick<Services, 'clock' | 'db' | 'log'>,
  { onWake, openJudge, slots }: JudgeLoopOptions,
): JudgeLoop {
  let judge: Judge | undefined;
  let isStopped = false;
  const lazy: Judge = {
    level: 'C',
    get runtimeHash() {
      return judge?.runtimeHash ?? '';
    },
    judge(...run) {
      judge ??= openJudge();
      return judge.judge(...run);
    },
    close: async () => judge?.close(),
  };
  const round = async () => {
    while (!isStopped && (await judgeNext(services, lazy)));
  };
  const onFailure = (error: unknown) =>
    services.log.warn({ error: String(error).slice(0, 500) }, "the judge couldn't read its queue");
  const loops = Array.from({ length: slots }, () => startWokenLoop(round, { pollMs: POLL_MS, onFailure }));
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const stopListening = onWake?.(wake);
  const { clock, db, log } = services;
  const watching = watchGone({
    selectAbsent: () => selectAbsentJudges(db.kysely, clock.now()),
    release: (judges) => endLeasesOf(db.kysely, judges, clock.now()),
    onFreed: wake,
    log,
  });
  return {
    async stop() {
      isStopped = true;
      stopListening?.();
      await Promise.all([watching, ...loops].map((loop) => loop.stop()));
      await judge?.close();
    },
  };
}
