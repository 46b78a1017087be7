import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import {
  type EmscriptenModuleLoaderOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { HttpRequest, LabFiles } from '#domain/labs/lab-spec';
import type { Answer, Fault, Question, TimedQuestion } from '#domain/labs/question';
import type { Runtime } from '../../runtime.ts';
import { GuestContext, GuestError, NEVER_SETTLED, UNSETTLED, Unsettled } from './context.ts';
import { HTTP_MODULE } from './http-module.ts';
import { findModule, resolveModule } from './modules.ts';
import { Rejections } from './rejections.ts';

/** More overflows the stack of the engine outside, after which the module is dead. */
const STACK_BYTES = 128 * 1024;
/** 64 MB; the limit that the library offers does not hold, the end of the memory does. */
const MAX_PAGES = 1024;
const PAGE_BYTES = 65_536;

/** A memory that cannot grow by this part any more is full: it grows by fifths. */
const FULL = 0.9;
/** What an error says that no memory was left for. */
const SILENT: ReadonlySet<string> = new Set(['', 'null', NEVER_SETTLED, UNSETTLED]);
/** With what Node.js ends a program that waits for what never comes. */
const UNSETTLED_EXIT = 13;

const HTTP = 'node:http';

/** What makes worlds with a document in them. */
export interface Pages {
  readonly script: string;
  ask(context: GuestContext, files: LabFiles, question: Extract<Question, { op: 'dom' }>): unknown;
}

/** JavaScript: QuickJS in WebAssembly, with its table exported where it runs programs. */
export async function startQuickJs(wasm: WebAssembly.Module, pages?: Pages): Promise<Runtime> {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: MAX_PAGES });
  const instance = Promise.withResolvers<WebAssembly.Instance>();
  const instantiateWasm: NonNullable<EmscriptenModuleLoaderOptions['instantiateWasm']> = (
    imports,
    onSuccess,
  ) => {
    const made = new WebAssembly.Instance(wasm, imports);
    instance.resolve(made);
    onSuccess(made);
    return made.exports;
  };
  const made = newVariant(variant as unknown as QuickJSSyncVariant, {
    wasmMemory: memory,
    emscriptenModule: { instantiateWasm },
  });
  const module = await newQuickJSWASMModuleFromVariant(made);
  const machine = await instance.promise;
  const open = () => {
    const runtime = module.newRuntime();
    runtime.setMaxStackSize(STACK_BYTES);
    // There are no programs in a page.
    return { runtime, rejections: pages ? undefined : new Rejections(runtime, machine, memory) };
  };
  return new QuickJs({ open, memory }, pages);
}

interface Engine {
  readonly runtime: QuickJSRuntime;
  readonly rejections: Rejections | undefined;
}

interface Machine {
  readonly open: () => Engine;
  readonly memory: WebAssembly.Memory;
}

class QuickJs implements Runtime {
  readonly #open: () => Engine;
  #engine: Engine;
  #files: LabFiles = {};
  #context: GuestContext;
  #until = Number.POSITIVE_INFINITY;
  #isDead = false;
  readonly #memory: WebAssembly.Memory;
  readonly #pages: Pages | undefined;
  /** The memory of a world with a document, in which nothing of a learner has run. */
  readonly #fresh: Uint8Array | undefined;

  constructor({ memory, open }: Machine, pages: Pages | undefined) {
    this.#open = open;
    this.#memory = memory;
    this.#pages = pages;
    this.#engine = this.#start();
    this.#context = new GuestContext(this.#engine.runtime, pages?.script);
    if (pages) this.#fresh = new Uint8Array(memory.buffer).slice();
  }

  /** A runtime in which nothing waits to be done. */
  #start(): Engine {
    const engine = this.#open();
    const { runtime } = engine;
    runtime.setInterruptHandler(() => Date.now() > this.#until);
    runtime.setModuleLoader(
      (name) => {
        if (name === HTTP) return HTTP_MODULE;
        const path = findModule(this.#files, name);
        if (path !== undefined) return this.#files[path] ?? '';
        return { error: new Error(`Cannot find module '${name}'`) };
      },
      (base, name) => {
        // As in Node.js, whatever the files are called.
        if (name === 'http' || name === HTTP) return HTTP;
        const path = resolveModule(base, name);
        return findModule(this.#files, path) ?? path;
      },
    );
    return engine;
  }

  async ask(question: TimedQuestion): Promise<Answer> {
    if (this.#isDead) return { error: { name: 'Died', message: '' } };
    this.#until = Date.now() + question.ms;
    try {
      return this.#answer(question);
    } catch (error) {
      return this.#faultOf(error);
    }
  }

  #answer(question: TimedQuestion): Answer {
    const context = this.#context;
    switch (question.op) {
      case 'load':
        this.#files = question.files;
        this.#renew();
        return { value: null };
      case 'call': {
        const result = context.callPath(context.importModule(question.module), question.path, question.args);
        return { value: context.pack(result), out: context.takeOutput().out };
      }
      case 'eval': {
        const value = context.pack(context.evaluate(question.code, 'probe.js'));
        return { value, out: context.takeOutput().out };
      }
      case 'run':
        return this.#run(question.file);
      case 'http': {
        context.importModule(question.module);
        const sent = context.callPath(
          context.importModule(HTTP),
          ['__answer'],
          [requestWire(question.request)],
        );
        return { value: JSON.parse(context.text(sent)), out: context.takeOutput().out };
      }
      case 'dom': {
        if (!this.#pages) return { error: { name: 'Error', message: 'There is no page' } };
        this.#renew();
        const value = this.#pages.ask(context, this.#files, question);
        return { value, out: context.takeOutput().out };
      }
      default:
        return { error: { name: 'Error', message: `JavaScript cannot answer "${question.op}"` } };
    }
  }

  /** Making a world with a document takes 100 ms; copying the memory of one, less than 1. */
  #renew(): void {
    if (!this.#fresh) return;
    const memory = new Uint8Array(this.#memory.buffer);
    memory.set(this.#fresh);
    memory.fill(0, this.#fresh.length);
    this.#context.takeOutput();
  }

  #isFull(): boolean {
    return this.#memory.buffer.byteLength >= FULL * MAX_PAGES * PAGE_BYTES;
  }

  /** A program starts in a world of its own, so that it runs each time it is asked for. */
  #run(file: string): Answer {
    // What the one before has left to be done would be done in its time, and might take all of it.
    if (this.#engine.runtime.hasPendingJob()) this.#engine = this.#start();
    const { rejections, runtime } = this.#engine;
    this.#context = new GuestContext(runtime);
    const context = this.#context;
    try {
      context.runProgram(file, this.#until, rejections);
    } catch (error) {
      if (!(error instanceof GuestError) || Date.now() > this.#until) throw error;
      const { out, errors } = context.takeOutput();
      const fault = this.#nameOf(error);
      const { name, message, file: at, line } = fault;
      const place = at === undefined ? '' : ` (${at}:${line})`;
      const isNamed = fault === error.fault;
      const stderr = isNamed ? `${errors}${name}: ${message}${place}\n` : errors;
      const exit = isNamed && error instanceof Unsettled ? UNSETTLED_EXIT : 1;
      return { value: { exit, stderr, fault }, out };
    }
    const { out, errors } = context.takeOutput();
    return { value: { exit: 0, stderr: errors }, out };
  }

  #faultOf(error: unknown): Answer {
    const isLate = Date.now() > this.#until;
    if (!(error instanceof GuestError)) {
      // The machine itself broke: what it would answer from now on is worth nothing.
      this.#isDead = true;
      return {
        error: { name: isLate ? 'Timeout' : 'Died', message: error instanceof Error ? error.message : '' },
      };
    }
    const { out } = this.#context.takeOutput();
    return { error: isLate ? { name: 'Timeout', message: '' } : this.#nameOf(error), out };
  }

  /** Where no memory is left for words either, the end of it is no other error. */
  #nameOf({ fault }: GuestError): Fault {
    return SILENT.has(fault.message) && this.#isFull() ? { name: 'OutOfMemory', message: '' } : fault;
  }
}

function requestWire(request: HttpRequest): unknown {
  const object = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? { t: 'object', v: Object.entries(value).map(([key, item]) => [key, object(item)]) }
      : value;
  return object(request);
}
