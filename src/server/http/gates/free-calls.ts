/** The share of each limit that a process counts alone, for every key and minute. */
const FREE_SHARE = 1 / 16;
/** Of a limit below this each call is reported at once. */
const MIN_LIMIT = 60;
/** Keys of a minute that are counted here; of more, each call is reported at once. */
const MAX_KEYS = 100_000;
/** Stands where the database knows of all calls. */
const REPORTED = -1;

interface Rule {
  readonly key: string;
  readonly limit: number;
}

/**
 * The first calls of each key in a minute, which a process counts without the database. Once a key has used its share,
 * all of its calls are reported, also in the minute after.
 */
export class FreeCalls {
  #start = 0;
  /** Calls that the database doesn't know of, or REPORTED. Numbers, as an object for each key would double the memory. */
  #now = new Map<string, number>();
  #before = new Map<string, number>();

  /** Counts a call; null where the database needs no report yet, otherwise how many calls of each key to report. */
  take(start: number, rules: readonly Rule[]): readonly number[] | null {
    this.#turn(start);
    const isFree = rules.every((rule) => this.#isFree(rule));
    const counts = rules.map(({ key }) => this.#count(key, isFree));
    return isFree ? null : counts;
  }

  /** Calls of a key in the minute that began at `start` that were never reported. */
  unreported(start: number, key: string): number {
    const minute = start === this.#start ? this.#now : start === this.#start - 60_000 ? this.#before : null;
    return Math.max(0, minute?.get(key) ?? 0);
  }

  /** Whether the next call of a key may stay unreported. */
  #isFree({ key, limit }: Rule): boolean {
    const known = this.#now.get(key);
    if (limit < MIN_LIMIT || known === REPORTED || (known === undefined && this.#isFull())) return false;
    const share = limit * FREE_SHARE;
    const earlier = this.#before.get(key) ?? 0;
    return (known ?? 0) + 1 <= share && earlier !== REPORTED && earlier <= share;
  }

  /** Counts a call; answers how many the database doesn't know of, this one included. */
  #count(key: string, isFree: boolean): number {
    const known = this.#now.get(key);
    const unreported = Math.max(0, known ?? 0) + 1;
    if (known !== undefined || !this.#isFull()) this.#now.set(key, isFree ? unreported : REPORTED);
    return unreported;
  }

  #isFull(): boolean {
    return this.#now.size >= MAX_KEYS;
  }

  #turn(start: number): void {
    if (start === this.#start) return;
    this.#before = start === this.#start + 60_000 ? this.#now : new Map();
    this.#now = new Map();
    this.#start = start;
  }
}
