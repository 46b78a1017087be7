import { setTimeout as wait } from 'node:timers/promises';
import type { SettleViewers } from '../named-client.ts';
import type { Notifications } from '../notifications.ts';
import { ASK_KEEPERS, COUNT_KEEPERS, PROCESS_NUMBER } from '../presence.ts';

/** Who heard of nothing for longer may not use what it keeps. */
export const FRESH_MS = 3500;
/** By then, a keeper that did not answer uses nothing any more that it kept before. */
const GIVE_UP_MS = FRESH_MS + 500;

type Listener = (person: string | null) => void;
/** What changed of what somebody is shown: where they are in what they study, or anything. */
export type ShownChange = 'used' | 'shown';
type ShownListener = (change: ShownChange, person: string | null) => void;

/** What a keeper has to answer, and how it does. */
const ASK = /^ask ((\d+) \d+)$/;
const HEARD = /^heard (\d+ \d+)$/;
/** What is said of what members are shown (migration 210). */
const SHOWN = /^(used|shown) (\S+)$/;
/** How often it is asked whether this process keeps alone. */
const COUNT_EVERY_MS = 60_000;

/**
 * Changes of viewers, told to all processes that keep viewers. The database tells of each change; whoever made it waits until
 * all keepers have said that they heard of it, or could not use any more what they kept.
 */
export class ViewerChanges {
  readonly #heard: Notifications;
  readonly #number: number;
  readonly #listeners = new Set<Listener>();
  readonly #shownListeners = new Set<ShownListener>();
  readonly #answers = new Map<string, (isHeard: true) => void>();
  #asked = 0;
  /** How many other keepers there are; undefined: nobody was asked since the connection was made. */
  #others: number | undefined;
  /** Whether the other keepers know of this one. */
  #isKnown = false;
  #connections = 0;

  constructor(heard: Notifications, number = PROCESS_NUMBER) {
    this.#heard = heard;
    this.#number = number;
    heard.on('viewers', (text) => this.#hear(text));
    setInterval(() => void this.#count(), COUNT_EVERY_MS).unref();
  }

  /** Resolves when all other keepers know of this one, or could not use any more what they kept alone. */
  async introduce(): Promise<void> {
    const connection = this.#connections;
    await this.#ask(false);
    this.#isKnown = this.#others !== undefined && connection === this.#connections;
  }

  /** Told that what somebody is shown changed; null: everybody. */
  onShown(listener: ShownListener): void {
    this.#shownListeners.add(listener);
  }

  /** Whether no other process keeps anything: then whatever is changed by a request is known here before it is answered. */
  isAlone(): boolean {
    return this.#others === 0 && this.#isKnown && this.isFresh();
  }

  /** Told whose viewer changed; null: anybody's may have. */
  onChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Whether every change reaches us before its maker is answered. */
  isFresh(): boolean {
    return this.#heard.silence() < FRESH_MS;
  }

  /**
   * Resolves when no process takes these people for what they were before; undefined where that is so already. Who keeps what
   * members are shown does it alone, and all know of each other: then nobody has to be asked.
   */
  readonly settle: SettleViewers = (said, tell) => {
    for (const each of said) this.#tell(each);
    return this.settleOthers(said, tell);
  };

  /** The same where this process knows of it already. */
  readonly settleOthers: SettleViewers = (said, tell) => {
    const shown = said.filter((each) => SHOWN.test(each));
    const told = this.#isKnown || shown.length === 0 ? undefined : tell(shown).catch(() => undefined);
    if (shown.length === said.length) return told;
    return Promise.all([told, this.#ask(true)]).then(() => undefined);
  };

  /** Asks all other keepers; `isForAll`: those too that may be cut off. */
  async #ask(isForAll: boolean): Promise<void> {
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
      this.#others = row?.count;
      // A keeper that was cut off when we were is not counted, and may not know yet.
      const cutOff = isForAll ? GIVE_UP_MS - this.#heard.sinceReconnected() : 0;
      if (cutOff > 0) await wait(cutOff, undefined, { signal: timer });
      if (answers < count) await Promise.race([promise, wait(GIVE_UP_MS, undefined, { signal: timer })]);
    } catch {
      // Nobody can be asked, or somebody did not answer in time.
      if (!timer.aborted) await wait(GIVE_UP_MS, undefined, { signal: timer }).catch(() => undefined);
    } finally {
      this.#answers.delete(asked);
    }
  }

  /** Who ended is not heard of. */
  async #count(): Promise<void> {
    if (this.#others === 0) return;
    const rows = await this.#heard.query<{ count: number }>(COUNT_KEEPERS, [this.#number]).catch(() => []);
    this.#others = rows[0]?.count ?? this.#others;
  }

  #nextQuestion(): number {
    this.#asked += 1;
    return this.#asked;
  }

  #hear(text: string): void {
    const [, question, asker] = ASK.exec(text) ?? [];
    const answer = HEARD.exec(text)?.[1];
    if (question !== undefined) {
      if (Number(asker) === this.#number) return;
      this.#noteOther();
      this.#heard.query("select pg_notify('viewers', $1)", [`heard ${question}`]).catch(() => undefined);
    } else if (answer !== undefined) this.#answers.get(answer)?.(true);
    else if (text === '') this.#connect();
    else this.#tell(text);
  }

  /** What was kept alone is worth nothing from now on. */
  #noteOther(): void {
    this.#others = Math.max(1, this.#others ?? 1);
    this.#tellShown('shown', null);
  }

  /** What was said before was not heard. */
  #connect(): void {
    this.#connections += 1;
    this.#others = undefined;
    this.#isKnown = false;
    for (const listener of this.#listeners) listener(null);
    this.#tellShown('shown', null);
    void this.introduce();
  }

  #tell(said: string): void {
    const [, change, person = ''] = SHOWN.exec(said) ?? [];
    if (change === undefined) for (const listener of this.#listeners) listener(said);
    else this.#tellShown(change as ShownChange, person === 'everybody' ? null : person);
  }

  #tellShown(change: ShownChange, person: string | null): void {
    for (const listener of this.#shownListeners) listener(change, person);
  }
}
