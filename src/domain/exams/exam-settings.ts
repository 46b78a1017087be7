export const FEEDBACK = ['never', 'after-attempt', 'after-passing', 'after-closing'] as const;
export const COUNTING = ['best', 'last', 'first', 'average'] as const;

/** Forward: one question at a time, and none comes back. */
export const NAVIGATION = ['free', 'forward'] as const;

/** How an exam is held. */
export interface ExamSettings {
  /** Minutes from the start of an attempt to its deadline; null without a limit. */
  readonly timeLimit: number | null;
  /** How often it may be taken; null without a limit. */
  readonly attempts: number | null;
  /** Minutes between the end of an attempt and the start of the next; null: they grow, as GROWING_WAITS says. */
  readonly wait: number | null;
  /** Which attempt the exam comes to. */
  readonly counts: (typeof COUNTING)[number];
  readonly navigation: (typeof NAVIGATION)[number];
  /** When points, keys and explanations may be seen. */
  readonly feedback: (typeof FEEDBACK)[number];
  /** Whether each attempt asks the questions, and offers what can be chosen, in an order of its own. */
  readonly shuffle: boolean;
  /** Whether markers see no names. */
  readonly blind: boolean;
  /** When attempts can be started, in UTC; null without a date. Nothing is accepted after the closing. */
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  /** Slug of the bank that missed topics are practiced from, keys shown at once; null: no practice is offered. */
  readonly practiceBank: string | null;
}

/**
 * What holds for an exam that says nothing: no limit of attempts, but waits that grow, so that nobody finds the key by trying;
 * what was right is shown to who has passed.
 */
export const DEFAULT_SETTINGS: ExamSettings = {
  timeLimit: null,
  attempts: null,
  wait: null,
  counts: 'best',
  navigation: 'free',
  feedback: 'after-passing',
  shuffle: false,
  blind: false,
  opensAt: null,
  closesAt: null,
  practiceBank: null,
};

/** Minutes to wait after the first attempt, the second and so on, where the exam says nothing; the last holds for the rest. */
export const GROWING_WAITS = [0, 10, 60, 1440] as const;

/** Minutes to wait after each attempt; the last holds for all that follow, and without any there is no wait. */
export function waitsOf({ wait }: Pick<ExamSettings, 'wait'>): readonly number[] {
  if (wait === null) return GROWING_WAITS;
  return wait === 0 ? [] : [wait];
}

/** Whether an exam would close no later than it opens; what is half typed is no date, which its own field says. */
export function closesBeforeOpening({
  closesAt,
  opensAt,
}: Pick<ExamSettings, 'opensAt' | 'closesAt'>): boolean {
  return opensAt !== null && closesAt !== null && Date.parse(closesAt) <= Date.parse(opensAt);
}

/** When an attempt that begins now ends at the latest; null when nothing ends it. */
export function deadlineOf({ closesAt, timeLimit }: ExamSettings, now: Date): Date | null {
  const ends = [
    ...(timeLimit === null ? [] : [now.getTime() + timeLimit * 60_000]),
    ...(closesAt === null ? [] : [Date.parse(closesAt)]),
  ];
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
