/** The share of each limit that a process counts alone, for every key and minute. */
const FREE_SHARE = 1 / 16;
/** Of a limit below this each call is reported at once. */
const MIN_LIMIT = 60;
/** Keys of a minute that are counted here; of more, each call is reported at once. */
const MAX_KEYS = 100_000;

interface Rule {
  readonly key: string;
  readonly limit: number;
}
interface Counter {
  /** Calls that the database doesn't know of. */
  unreported: number;
  isReported: boolean;
}

/**
 * The first calls of each key in a minute, which a process counts without the database. Once a key has used its share,
 * all of its calls are reported, also in the minute after.
 */
export class FreeCalls {
  #start = 0;
  #now = new Map<string, Counter>();
  #before = new Map<string, Counter>();

  /** Counts a call; null where the database needs no report yet, otherwise how many calls of each key to report. */
  take(start: number, rules: readonly Rule[]): readonly number[] | null {
    this.#turn(start);
    const counters = rules.map((rule) => this.#counterOf(rule.key));
    for (const counter of counters) if (counter) counter.unreported += 1;
    const isFree = rules.every((rule, index) => this.#isFree(rule, counters[index]));
    return isFree ? null : counters.map(takeCalls);
  }

  /** Calls of a key in the minute that began at `start` that were never reported. */
  unreported(start: number, key: string): number {
    const minute = start === this.#start ? this.#now : start === this.#start - 60_000 ? this.#before : null;
    return minute?.get(key)?.unreported ?? 0;
  }

  #isFree({ key, limit }: Rule, counter: Counter | undefined): boolean {
    const share = limit * FREE_SHARE;
    const earlier = this.#before.get(key);
    if (!counter || counter.isReported || limit < MIN_LIMIT) return false;
    return counter.unreported <= share && !earlier?.isReported && (earlier?.unreported ?? 0) <= share;
  }

  #counterOf(key: string): Counter | undefined {
    const known = this.#now.get(key);
    if (known || this.#now.size >= MAX_KEYS) return known;
    const made = { unreported: 0, isReported: false };
    this.#now.set(key, made);
    return made;
  }

  #turn(start: number): void {
    if (start === this.#start) return;
    this.#before = start === this.#start + 60_000 ? this.#now : new Map();
    this.#now = new Map();
    this.#start = start;
  }
}

/** Without a counter it is this call alone. */
function takeCalls(counter: Counter | undefined): number {
  if (!counter) return 1;
  const { unreported } = counter;
  counter.unreported = 0;
  counter.isReported = true;
  return unreported;
}
