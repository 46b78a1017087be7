import { createHash } from 'node:crypto';
import pg from 'pg';
import { KnownShapes, NamedQuery } from './connections/named-query.ts';

const names = new Map<string, string>();

export const hashOfStatement = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Makes a statement prepared once per connection instead of parsed each time. For lookups by key only: lists can lose
 * by it. The text must be constant; what varies is a parameter. An array that rows are made of stands in a select of its
 * own, "unnest((select $1::text[]))": seen directly, its length looks so much cheaper in each call's own plan that the
 * database makes one for every call.
 */
export function registerNamed(text: string): string {
  names.set(text, `lectern_${hashOfStatement(text)}`);
  return text;
}

type Query = (...values: unknown[]) => unknown;
type Done = (error: unknown, result?: unknown) => void;
/** Hears of each statement that is handed over, and then that it was answered. */
export type ObserveStatement = (text: string) => (hasFailed: boolean) => void;

/** A migration has changed what a prepared statement answers: the server refuses it from then on. */
export const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

export interface NamedClientOptions {
  readonly observe?: ObserveStatement;
  /** Left out, registered statements have names. Without, they are sent like the others: names belong to a connection. */
  readonly preparesStatements?: boolean;
  /** Run with the beginning of each transaction. */
  readonly opening?: string | undefined;
  /** Called once a change of viewers, or of what they are shown, is committed, with what was said of it; who committed it is answered after that. */
  readonly settle?: SettleViewers | undefined;
  /** Why the pool need not try to connect now: whoever has waited in it is told so at once. */
  readonly refuse?: () => Error | undefined;
}
/**
 * Makes sure that nobody takes what was said to have changed for what it was before; undefined: nobody does. `tell` says it to
 * all processes that listen.
 */
export type SettleViewers = (
  said: readonly string[],
  tell: (said: readonly string[]) => Promise<void>,
) => Promise<void> | undefined;

/** What the database says of each change of a viewer (migration 202), and of what members are shown (migration 210). */
const VIEWER_CHANGED = /^lectern (?:viewer (\S+) changed|says (.+))$/;

const BEGIN = /^(?:begin|start transaction)\b[^;]*$/i;

/** A client that sends registered statements by their name, and prepares them again when a migration outdated them. */
export class NamedClient extends pg.Client {
  /** Part of every name: another number makes the server prepare afresh. */
  #generation = 0;
  readonly #options: NamedClientOptions;
  #waiting = 0;
  #waitingSince = 0;
  readonly #changedViewers = new Set<string>();
  readonly #shapes = new KnownShapes();

  constructor(config?: string | pg.ClientConfig, options: NamedClientOptions = {}) {
    super(config);
    this.#options = options;
    if (!options.settle) return;
    this.on('notice', ({ message = '' }) => {
      const [, person, said = person] = VIEWER_CHANGED.exec(message) ?? [];
      if (said !== undefined) this.#changedViewers.add(said);
    });
  }

  /** When the statement in hand was sent, or connecting began, by `performance.now()`; undefined: it waits for nothing. */
  waitingSince(): number | undefined {
    return this.#waiting > 0 ? this.#waitingSince : undefined;
  }

  override connect = ((done?: (error?: Error) => void) => {
    if (!done) return super.connect();
    const refusal = this.#options.refuse?.();
    if (refusal) return this.#refuse(refusal, done);
    this.#begin();
    super.connect((error?: Error) => {
      this.#end();
      done(error);
    });
    return undefined;
  }) as pg.Client['connect'];

  #refuse(refusal: Error, done: (error: Error) => void): void {
    process.nextTick(() => {
      done(refusal);
      this.emit('end');
    });
  }

  override query = ((first: unknown, ...rest: unknown[]) => {
    const text = textOf(first);
    if (text === undefined) return this.#send(first, rest);
    const done = rest.at(-1);
    if (typeof done === 'function') return this.#ask(text, first, rest.slice(0, -1), done as Done);
    // Rows that wait by the driver's own promise are only freed by a full collection (decision 202).
    return new Promise((resolve, reject) => {
      this.#ask(text, first, rest, (error, result) => (error ? reject(error) : resolve(result)));
    }).catch((error) => {
      // The stack leads to the socket; from here, to who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }) as pg.Client['query'];

  #ask(text: string, first: unknown, rest: unknown[], done: Done): unknown {
    const { observe } = this.#options;
    if (!observe) return this.#send(first, [...rest, done]);
    const hasEnded = observe(text);
    this.#begin();
    const hear: Done = (error, result) => {
      this.#end();
      hasEnded(Boolean(error));
      const settled = this.#settle();
      if (settled) void settled.then(() => done(error, result));
      else done(error, result);
    };
    return this.#send(first, [...rest, hear]);
  }

  /** Undefined where no change of a viewer was committed. */
  #settle(): Promise<void> | undefined {
    if (this.#changedViewers.size === 0 || this.getTransactionStatus() !== 'I') return undefined;
    const people = [...this.#changedViewers];
    this.#changedViewers.clear();
    return this.#options.settle?.(people, this.#tell);
  }

  readonly #tell = async (said: readonly string[]): Promise<void> => {
    const text = "select pg_notify('viewers', said) from unnest($1::text[]) said";
    // A connection that is lost by now has nobody to answer either.
    await (pg.Client.prototype.query as Query).call(this, text, [said]);
  };

  #begin(): void {
    if (this.#waiting === 0) this.#waitingSince = performance.now();
    this.#waiting += 1;
  }

  #end(): void {
    this.#waiting -= 1;
    // The next one is sent when this one is answered.
    this.#waitingSince = performance.now();
  }

  #send(first: unknown, rest: unknown[]): unknown {
    const { opening, preparesStatements = true } = this.#options;
    if (opening && typeof first === 'string' && BEGIN.test(first))
      return (pg.Client.prototype.query as Query).call(this, `${first}; ${opening}`, ...rest);
    const name = preparesStatements && typeof first === 'string' ? names.get(first) : undefined;
    const [values, done] = rest;
    if (name === undefined || !Array.isArray(values))
      return (pg.Client.prototype.query as Query).call(this, first, ...rest);
    return this.#sendNamed(name, String(first), values, done as Done);
  }

  #sendNamed(name: string, text: string, values: unknown[], done: Done): void {
    const generation = this.#generation;
    const send = (answered: Done) => {
      const config = { name: `${name}_${this.#generation}`, text, values };
      (pg.Client.prototype.query as Query).call(this, new NamedQuery(config, this.#shapes, answered));
    };
    send((error, result) => {
      if (!error) return done(undefined, result);
      if (!isOutdated(error)) return done(error);
      if (generation === this.#generation) this.#generation += 1;
      // A transaction is lost by now; the caller may start it again.
      if (this.getTransactionStatus() !== 'I') return done(error);
      send(done);
    });
  }
}

/** The text of a statement; undefined for what the driver runs in another way, such as a cursor. */
function textOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || 'submit' in first) return undefined;
  return 'text' in first && typeof first.text === 'string' ? first.text : undefined;
}
