import { setTimeout as wait } from 'node:timers/promises';
import type { Notifications } from '../notifications.ts';
import { ASK_KEEPERS, PROCESS_NUMBER } from '../presence.ts';

/** Who heard of nothing for longer may not use what it keeps. */
export const FRESH_MS = 3500;
/** By then, a keeper that did not answer uses nothing any more that it kept before. */
const GIVE_UP_MS = FRESH_MS + 500;

type Listener = (person: string | null) => void;

/** What a keeper has to answer, and how it does. */
const ASK = /^ask ((\d+) \d+)$/;
const HEARD = /^heard (\d+ \d+)$/;

/**
 * Changes of viewers, told to all processes that keep viewers. The database tells of each change; whoever made it waits until
 * all keepers have said that they heard of it, or could not use any more what they kept.
 */
export class ViewerChanges {
  readonly #heard: Notifications;
  readonly #number: number;
  readonly #listeners = new Set<Listener>();
  readonly #answers = new Map<string, (isHeard: true) => void>();
  #asked = 0;

  constructor(heard: Notifications, number = PROCESS_NUMBER) {
    this.#heard = heard;
    this.#number = number;
    heard.on('viewers', (text) => this.#hear(text));
  }

  /** Told whose viewer changed; null: anybody's may have. */
  onChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Whether every change reaches us before its maker is answered. */
  isFresh(): boolean {
    return this.#heard.silence() < FRESH_MS;
  }

  /** Resolves when no process takes these people for what they were before. */
  readonly settle = async (people: readonly string[]): Promise<void> => {
    for (const person of people) this.#tell(person);
    const asked = `${this.#number} ${this.#nextQuestion()}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = AbortSignal.timeout(GIVE_UP_MS);
    let count = Number.POSITIVE_INFINITY;
    let answers = 0;
    this.#answers.set(asked, () => {
      answers += 1;
      if (answers >= count) resolve();
    });
    try {
      const [row] = await this.#heard.query<{ count: number }>(ASK_KEEPERS, [this.#number, `ask ${asked}`]);
      count = row?.count ?? count;
      // A keeper that was cut off when we were is not counted, and may not know yet.
      const cutOff = GIVE_UP_MS - this.#heard.sinceReconnected();
      if (cutOff > 0) await wait(cutOff, undefined, { signal: timer });
      if (answers < count) await Promise.race([promise, wait(GIVE_UP_MS, undefined, { signal: timer })]);
    } catch {
      // Nobody can be asked, or somebody did not answer in time.
      if (!timer.aborted) await wait(GIVE_UP_MS, undefined, { signal: timer }).catch(() => undefined);
    } finally {
      this.#answers.delete(asked);
    }
  };

  #nextQuestion(): number {
    this.#asked += 1;
    return this.#asked;
  }

  #hear(text: string): void {
    const [, question, asker] = ASK.exec(text) ?? [];
    const answer = HEARD.exec(text)?.[1];
    if (question !== undefined) {
      if (Number(asker) !== this.#number)
        this.#heard.query("select pg_notify('viewers', $1)", [`heard ${question}`]).catch(() => undefined);
    } else if (answer !== undefined) this.#answers.get(answer)?.(true);
    else this.#tell(text === '' ? null : text);
  }

  #tell(person: string | null): void {
    for (const listener of this.#listeners) listener(person);
  }
}
