import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import type { Fault } from '#domain/labs/question';
import { GUEST } from './guest.ts';
import type { Rejections } from './rejections.ts';

const LONGEST_OUT = 65_536;
const MAX_STEPS = 100_000;
export const NEVER_SETTLED = 'The promise is never settled';
export const UNSETTLED = 'Detected unsettled top-level await';

/** The learner's code threw; nothing of the machine is broken. */
export class GuestError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A program waits at its top level for what never comes, which Node.js warns of. */
export class Unsettled extends GuestError {}

/** One world of the learner's code: its globals, modules and output. */
export class GuestContext {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #guest: QuickJSHandle;
  readonly #page: QuickJSHandle | undefined;
  #out = '';
  #errors = '';

  /** `page`: a script whose value is what opens and reads pages. */
  constructor(runtime: QuickJSRuntime, page?: string) {
    this.#runtime = runtime;
    this.#context = runtime.newContext();
    const context = this.#context;
    const say = context.newFunction('say', (kind, text) => {
      const isError = ['error', 'warn'].includes(context.getString(kind));
      const line = `${context.getString(text)}\n`;
      if (isError && this.#errors.length < LONGEST_OUT) this.#errors += line;
      if (!isError && this.#out.length < LONGEST_OUT) this.#out += line;
    });
    context.setProp(context.global, '__say', say);
    const made = context.evalCode(GUEST, 'guest.js');
    if (made.error) throw new Error('The guest part of the runtime could not be started');
    this.#guest = made.value;
    if (page !== undefined) this.#page = this.#unwrap(context.evalCode(page, 'guest.js'));
  }

  takeOutput(): { out: string; errors: string } {
    const taken = { out: this.#out.slice(0, LONGEST_OUT), errors: this.#errors.slice(0, LONGEST_OUT) };
    this.#out = '';
    this.#errors = '';
    return taken;
  }

  evaluate(code: string, file: string): QuickJSHandle {
    return this.#settle(this.#begin(code, file));
  }

  /** A module that is no file. */
  evaluateModule(code: string, file: string): void {
    this.#settle(this.#unwrap(this.#context.evalCode(code, file, { type: 'module' })));
  }

  /** The exports of a module, once it has run. */
  importModule(name: string): QuickJSHandle {
    return this.evaluate(importing(name), 'guest.js');
  }

  /**
   * A program to its end, as in Node.js: with its modules and timers, which don't wait, or with the first rejection that
   * nothing has handled when nothing else is to do at once. One that never ends takes its time until `until`.
   */
  runProgram(name: string, until: number, rejections: Rejections | undefined): void {
    const context = this.#context;
    const main = this.#begin(importing(name), 'guest.js');
    let isLoaded = false;
    while (Date.now() <= until) {
      const jobs = this.#runtime.executePendingJobs(1000);
      if (jobs.error) throw this.#guestError(jobs.error);
      const state = isLoaded ? undefined : context.getPromiseState(main);
      if (state?.type === 'rejected') throw this.#guestError(state.error);
      if (state?.type === 'fulfilled') isLoaded = true;
      if (jobs.value > 0) continue;
      const lost = rejections?.firstOf(context);
      if (lost) throw this.#guestError(lost);
      if (this.#tick()) continue;
      if (isLoaded) return;
      throw new Unsettled({ name: 'Warning', message: UNSETTLED });
    }
    throw new GuestError({ name: 'Timeout', message: '' });
  }

  callPath(module: QuickJSHandle, path: readonly string[], args: unknown): QuickJSHandle {
    const texts = [path, args].map((value) => this.#context.newString(JSON.stringify(value)));
    return this.#settle(this.#callGuest('call', module, ...texts));
  }

  /** A value as it travels. */
  pack(handle: QuickJSHandle): unknown {
    return JSON.parse(this.#context.getString(this.#callGuest('pack', handle)));
  }

  text(handle: QuickJSHandle): string {
    return this.#context.getString(handle);
  }

  /** Asks what opens and reads pages. */
  callPage(name: string, ...texts: readonly string[]): QuickJSHandle {
    const context = this.#context;
    if (!this.#page) throw new Error('There are no pages here');
    const args = texts.map((text) => context.newString(text));
    return this.#unwrap(context.callFunction(context.getProp(this.#page, name), context.undefined, ...args));
  }

  /** Lets so many ms of the guest's time pass: what waits and is due runs. */
  passTime(ms: number): void {
    const context = this.#context;
    const until = context.newNumber(Number(context.dump(this.#callGuest('clock'))) + ms);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const jobs = this.#runtime.executePendingJobs(1000);
      if (jobs.error) throw this.#guestError(jobs.error);
      if (jobs.value === 0 && !this.#tick(until)) return;
    }
    throw new GuestError({ name: 'Timeout', message: '' });
  }

  #begin(code: string, file: string): QuickJSHandle {
    return this.#unwrap(this.#context.evalCode(code, file, { type: 'global' }));
  }

  /** Runs the next timer, if there is one (until then); answers whether there was. */
  #tick(...until: QuickJSHandle[]): boolean {
    return this.#callGuest('tick', ...until).consume((did) => this.#context.dump(did) === true);
  }

  #callGuest(name: string, ...args: QuickJSHandle[]): QuickJSHandle {
    const context = this.#context;
    const called = context
      .getProp(this.#guest, name)
      .consume((it) => context.callFunction(it, context.undefined, ...args));
    return this.#unwrap(called);
  }

  #unwrap(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw this.#guestError(result.error);
    return result.value;
  }

  /** Runs what waits, and timers without waiting, until the promise is settled. */
  #settle(handle: QuickJSHandle): QuickJSHandle {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const jobs = this.#runtime.executePendingJobs(1000);
      if (jobs.error) throw this.#guestError(jobs.error);
      const state = this.#context.getPromiseState(handle);
      if (state.type === 'fulfilled') return state.notAPromise ? handle : state.value;
      if (state.type === 'rejected') throw this.#guestError(state.error);
      if (jobs.value === 0 && !this.#tick()) throw new GuestError({ name: 'Error', message: NEVER_SETTLED });
    }
    throw new GuestError({ name: 'Timeout', message: '' });
  }

  #guestError(error: QuickJSHandle): GuestError {
    const context = this.#context;
    const reported = context.callFunction(context.getProp(this.#guest, 'fault'), context.undefined, error);
    if (reported.error) {
      const dumped: unknown = context.dump(error);
      const name = dumped === null ? 'OutOfMemory' : String((dumped as { name?: unknown }).name ?? 'Error');
      const message = String((dumped as { message?: unknown } | null)?.message ?? '');
      return new GuestError({ name, message });
    }
    const { name, message, stack } = JSON.parse(context.getString(reported.value)) as Record<string, string>;
    return new GuestError({ name: name ?? 'Error', message: message ?? '', ...placeOf(stack ?? '') });
  }
}

/** `name`: the path of a file, or a module of Node.js with its `node:`. */
function importing(name: string): string {
  return `import(${JSON.stringify(name.startsWith('node:') ? name : `./${name}`)})`;
}

/** The first line of a stack that stands in a file of the learner. */
function placeOf(stack: string): { file?: string; line?: number } {
  for (const [, file = '', line = ''] of stack.matchAll(/\(?([\w./-]+):(\d+)(?::\d+)?\)?$/gm)) {
    if (!['guest.js', 'probe.js', 'http'].includes(file)) return { file, line: Number(line) };
  }
  return {};
}
